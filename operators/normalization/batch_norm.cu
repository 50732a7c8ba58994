#include <algorithm>
#include <cmath>
#include <cstdint>

#include "paddle/framework/types/dims.h"
#include "paddle/operators/math/device/device_scratch.h"
#include "paddle/operators/math/loops/loop_nest.h"
#include "paddle/operators/math/rows/moments.cuh"
#include "paddle/operators/normalization/batch_norm.h"
#include "paddle/operators/normalization/batch_norm_library.h"
#include "paddle/operators/normalization/batch_norm_library_sizes.h"
#include "paddle/operators/normalization/mixed_precision_vector.cuh"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/device_half.cuh"
#include "paddle/platform/float16.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"
#include "paddle/platform/type_lists.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;
using platform::Accumulator;

template <typename T>
void SumChannels(const platform::CUDADeviceContext& device,
                 const BatchNormShape& s, const Moment<T>& term,
                 Accumulator<T>* sums) {
  const framework::Dims space({s.outer, s.channels, s.inner});
  const Strides all = RowMajorStrides(space), channel{0, 1, 0};
  SumMoments(device, LoopNest<4>(space, {all, all, channel, channel}), term,
             s.channels, sums);
}

template <typename A>
void Divide(const platform::CUDADeviceContext& device, int64_t size, A divisor,
            A* numbers) {
  platform::ForEach(device, size,
                    [=] PADDLE_DEVICE(int64_t i) { numbers[i] /= divisor; });
}

template <typename A>
PADDLE_HOST_DEVICE A InverseDeviation(A variance, double epsilon) {
  return static_cast<A>(1 / std::sqrt(variance + epsilon));
}

// Updates both running statistics, running = keep * running + (1 - keep) *
// batch, and the inverse deviation of the batch. Without `variances` cuDNN has
// written the inverse, and the variances follow from it.
template <typename T>
void FinishStatistics(const platform::CUDADeviceContext& device,
                      const BatchNormShape& s, const BatchNormInputs& in,
                      double momentum, double epsilon,
                      const Accumulator<T>* variances,
                      const BatchNormOutputs& out) {
  using A = Accumulator<T>;
  const MixedSource<T> mean(&in.mean), variance(&in.variance);
  const MixedTarget<T> mean_out(out.mean_out), variance_out(out.variance_out);
  const A* means = out.saved_mean->data<A>();
  A* inverse = out.saved_inverse->mutable_data<A>();
  const A keep = static_cast<A>(s.outer * s.inner == 0 ? 1 : momentum);
  const A add = 1 - keep;
  platform::ForEach(device, s.channels, [=] PADDLE_DEVICE(int64_t c) {
    const bool known = variances != nullptr;
    const A batch = known ? variances[c] : VarianceOf(inverse[c], epsilon);
    if (known) inverse[c] = InverseDeviation(batch, epsilon);
    mean_out.Set(c, keep * mean[c] + add * means[c]);
    variance_out.Set(c, keep * variance[c] + add * batch);
  });
}

template <typename T>
void Normalize(const platform::CUDADeviceContext& device,
               const BatchNormShape& s, const BatchNormInputs& in,
               const BatchNormOutputs& out) {
  using A = Accumulator<T>;
  const T* x = in.x.data<T>();
  T* y = out.y->mutable_data<T>();
  const MixedSource<T> scale(&in.scale), bias(&in.bias);
  const A* mean = out.saved_mean->data<A>();
  const A* inverse = out.saved_inverse->data<A>();
  // Divides in 32 bits where it can: two divisions of 64 bits take longer than
  // the element they are for.
  const ChannelOf channel{in.x.numel(), s.channels, s.inner};
  platform::ForEach(device, in.x.numel(), [=] PADDLE_DEVICE(int64_t i) {
    const int64_t c = channel(i);
    y[i] = platform::Narrowed<T>((platform::Widened(x[i]) - mean[c]) *
                                     (inverse[c] * scale[c]) +
                                 bias[c]);
  });
}

template <typename T>
void CopyStatistics(const platform::CUDADeviceContext& device,
                    const BatchNormShape& s, const BatchNormInputs& in,
                    double epsilon, const BatchNormOutputs& out) {
  using A = Accumulator<T>;
  const MixedSource<T> mean(&in.mean), variance(&in.variance);
  const MixedTarget<T> mean_out(out.mean_out), variance_out(out.variance_out);
  A* saved_mean = out.saved_mean->mutable_data<A>();
  A* saved_inverse = out.saved_inverse->mutable_data<A>();
  platform::ForEach(device, s.channels, [=] PADDLE_DEVICE(int64_t c) {
    const A m = mean[c], v = variance[c];
    saved_mean[c] = m;
    saved_inverse[c] = InverseDeviation(v, epsilon);
    mean_out.Set(c, m);
    variance_out.Set(c, v);
  });
}

// Computes dx, from which the statistics of the batch take back two parts of
// dy: the one that is constant, and the one in proportion to x. `share` is 0
// for given statistics.
template <typename T>
void InputGrad(const platform::CUDADeviceContext& device,
               const BatchNormShape& s, const BatchNormGradInputs& in,
               Accumulator<T> share, const Accumulator<T>* d_bias,
               const Accumulator<T>* d_scale, T* d_x) {
  using A = Accumulator<T>;
  const T* x = in.x.data<T>();
  const T* dy = in.d_y.data<T>();
  const A* mean = in.saved_mean.data<A>();
  const A* inverse = in.saved_inverse.data<A>();
  const MixedSource<T> scale(&in.scale);
  const ChannelOf channel{in.x.numel(), s.channels, s.inner};
  platform::ForEach(device, in.x.numel(), [=] PADDLE_DEVICE(int64_t i) {
    const int64_t c = channel(i);
    const A factor = inverse[c];
    const A centred = platform::Widened(x[i]) - mean[c];
    const A slope = share * d_scale[c] * factor;
    d_x[i] = platform::Narrowed<T>(
        factor * scale[c] *
        (platform::Widened(dy[i]) - share * d_bias[c] - centred * slope));
  });
}

template <typename T>
void Store(const platform::CUDADeviceContext& device, int64_t size,
           const Accumulator<T>* values, Tensor* out) {
  if (out == nullptr) return;
  const MixedTarget<T> target(out);
  platform::ForEach(device, size,
                    [=] PADDLE_DEVICE(int64_t i) { target.Set(i, values[i]); });
}

}  // namespace

template <class Device, class T>
void BatchNormTrain(const Device& device, const BatchNormShape& s,
                    const BatchNormInputs& in, double momentum, double epsilon,
                    const BatchNormOutputs& out) {
  using A = Accumulator<T>;
  if (LibraryBatchNormTrain<T>(device, s, in, epsilon, out)) {
    return FinishStatistics<T>(device, s, in, momentum, epsilon, nullptr, out);
  }
  const A count = static_cast<A>(std::max<int64_t>(s.outer * s.inner, 1));
  // Not an output: only the inverse is saved.
  const DeviceScratch<A> variances(device, s.channels);
  A* mean = out.saved_mean->mutable_data<A>();
  Moment<T> term{in.x.data<T>()};
  SumChannels(device, s, term, mean);
  Divide(device, s.channels, count, mean);
  term.centre = mean;
  // A second pass over centred numbers: mean(x^2) - mean^2 would cancel.
  term.squared = true;
  SumChannels(device, s, term, variances.data());
  Divide(device, s.channels, count, variances.data());
  FinishStatistics<T>(device, s, in, momentum, epsilon, variances.data(), out);
  Normalize<T>(device, s, in, out);
}

template <class Device, class T>
void BatchNormInfer(const Device& device, const BatchNormShape& s,
                    const BatchNormInputs& in, double epsilon,
                    const BatchNormOutputs& out) {
  CopyStatistics<T>(device, s, in, epsilon, out);
  if (LibraryBatchNormInfer<T>(device, s, in, epsilon, out.y)) return;
  Normalize<T>(device, s, in, out);
}

template <class Device, class T>
void BatchNormGrad(const Device& device, const BatchNormShape& s,
                   const BatchNormGradInputs& in, bool fixed_statistics,
                   Tensor* d_x, Tensor* d_scale, Tensor* d_bias) {
  using A = Accumulator<T>;
  // cuDNN computes all three or nothing.
  const bool whole = d_x != nullptr && d_scale != nullptr && d_bias != nullptr;
  if (whole && !fixed_statistics &&
      LibraryBatchNormGrad<T>(device, s, in, d_x, d_scale, d_bias)) {
    return;
  }
  const DeviceScratch<A> scratch(device, 2 * s.channels);
  A* d_biases = scratch.data();
  A* d_scales = d_biases + s.channels;
  SumChannels(device, s, Moment<T>{in.d_y.data<T>()}, d_biases);
  SumChannels(device, s,
              Moment<T>{in.x.data<T>(), in.d_y.data<T>(),
                        in.saved_mean.data<A>(), in.saved_inverse.data<A>()},
              d_scales);
  // Sums stay in the accumulator type until they are stored.
  Store<T>(device, s.channels, d_biases, d_bias);
  Store<T>(device, s.channels, d_scales, d_scale);
  if (d_x == nullptr) return;
  const A count = static_cast<A>(s.outer * s.inner);
  InputGrad<T>(device, s, in, fixed_statistics ? A(0) : 1 / count, d_biases,
               d_scales, d_x->mutable_data<T>());
}

PADDLE_INSTANTIATE(BatchNormTrain, platform::CUDADeviceContext,
                   PADDLE_FLOATING_TYPES);
PADDLE_INSTANTIATE(BatchNormInfer, platform::CUDADeviceContext,
                   PADDLE_FLOATING_TYPES);
PADDLE_INSTANTIATE(BatchNormGrad, platform::CUDADeviceContext,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators::kernels
