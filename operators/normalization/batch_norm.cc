#include "paddle/operators/normalization/batch_norm.h"

#include <algorithm>
#include <cmath>

#include "paddle/operators/math/loops/thread_scratch.h"
#include "paddle/operators/normalization/channel_parts.h"
#include "paddle/operators/normalization/mixed_precision_vector.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/float16.h"
#include "paddle/platform/half_arithmetic.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;
using platform::Accumulator;

template <typename A>
A InverseDeviation(double variance, double epsilon) {
  return static_cast<A>(1 / std::sqrt(variance + epsilon));
}

// Returns the function that normalizes element i, of channel c, of x by the
// saved statistics. It refers to the inputs and to shared scratch of this
// thread.
template <typename T>
auto Normalizer(const BatchNormShape& s, const BatchNormInputs& in,
                const BatchNormOutputs& out) {
  using A = Accumulator<T>;
  const T* x = in.x.data<T>();
  A* space = ThreadScratch<A>(ScratchSlot::kShared, 2 * s.channels);
  const A* scale = ReadVector(in.scale, space);
  const A* bias = ReadVector(in.bias, space + s.channels);
  const A* mean = out.saved_mean->data<A>();
  const A* inverse = out.saved_inverse->data<A>();
  return [=](int64_t i, int64_t c) {
    return T((static_cast<A>(x[i]) - mean[c]) * (inverse[c] * scale[c]) +
             bias[c]);
  };
}

// out = momentum * running + (1 - momentum) * batch.
template <typename A>
void UpdateRunning(int64_t channels, double momentum, const Tensor& running,
                   const double* batch, Tensor* out) {
  A* updated = ThreadScratch<A>(ScratchSlot::kShared, 2 * channels);
  const A* old = ReadVector(running, updated + channels);
  for (int64_t c = 0; c < channels; ++c) {
    updated[c] = static_cast<A>(momentum * old[c] + (1 - momentum) * batch[c]);
  }
  WriteVector(updated, out);
}

}  // namespace

template <class Device, class T>
void BatchNormTrain(const Device&, const BatchNormShape& s,
                    const BatchNormInputs& in, double momentum, double epsilon,
                    const BatchNormOutputs& out) {
  using A = Accumulator<T>;
  const int64_t count = ElementsPerChannel(s);
  const double divisor = static_cast<double>(std::max<int64_t>(count, 1));
  // In double: statistics of many elements, from which running ones are made.
  double* sums = ThreadScratch<double>(ScratchSlot::kTotal, 2 * s.channels);
  double* squares = sums + s.channels;
  const T* x = in.x.data<T>();
  A* mean = out.saved_mean->mutable_data<A>();
  A* inverse = out.saved_inverse->mutable_data<A>();
  const auto value = [=](int64_t i, int64_t) { return static_cast<A>(x[i]); };
  // In a second pass over centred numbers: mean(x^2) - mean^2 would cancel.
  const auto square = [=](int64_t i, int64_t c) {
    const A centred = static_cast<A>(x[i]) - mean[c];
    return centred * centred;
  };
  const auto normalized = Normalizer<T>(s, in, out);
  T* y = out.y->mutable_data<T>();
  ForChannelParts<T>(s, [&](const ChannelPart& part) {
    part.template Sum<T>(value, sums);
    part.ForEach([&](int64_t c) {
      sums[c] /= divisor;
      mean[c] = static_cast<A>(sums[c]);
    });
    part.template Sum<T>(square, squares);
    part.ForEach([&](int64_t c) {
      squares[c] /= divisor;
      inverse[c] = InverseDeviation<A>(squares[c], epsilon);
    });
    part.Map(y, normalized);
  });
  // An empty batch has no statistics to take in.
  const double keep = count == 0 ? 1 : momentum;
  UpdateRunning<A>(s.channels, keep, in.mean, sums, out.mean_out);
  UpdateRunning<A>(s.channels, keep, in.variance, squares, out.variance_out);
}

template <class Device, class T>
void BatchNormInfer(const Device&, const BatchNormShape& s,
                    const BatchNormInputs& in, double epsilon,
                    const BatchNormOutputs& out) {
  using A = Accumulator<T>;
  A* saved_mean = out.saved_mean->mutable_data<A>();
  A* saved_inverse = out.saved_inverse->mutable_data<A>();
  A* space = ThreadScratch<A>(ScratchSlot::kShared, 2 * s.channels);
  const A* mean = ReadVector(in.mean, space);
  const A* variance = ReadVector(in.variance, space + s.channels);
  for (int64_t c = 0; c < s.channels; ++c) {
    saved_mean[c] = mean[c];
    saved_inverse[c] = InverseDeviation<A>(variance[c], epsilon);
  }
  // The outputs exist in inference, too; usually they are the inputs.
  WriteVector(mean, out.mean_out);
  WriteVector(variance, out.variance_out);
  ChannelPart(s).Map(out.y->mutable_data<T>(), Normalizer<T>(s, in, out));
}

template <class Device, class T>
void BatchNormGrad(const Device&, const BatchNormShape& s,
                   const BatchNormGradInputs& in, bool fixed_statistics,
                   Tensor* d_x, Tensor* d_scale, Tensor* d_bias) {
  using A = Accumulator<T>;
  double* d_biases = ThreadScratch<double>(ScratchSlot::kTotal, 2 * s.channels);
  double* d_scales = d_biases + s.channels;
  // The parts of dy that the statistics of the batch take back: the one that is
  // constant, and the one in proportion to x.
  A* constant = ThreadScratch<A>(ScratchSlot::kShared, 3 * s.channels);
  A* slope = constant + s.channels;
  const T* x = in.x.data<T>();
  const A* scale = ReadVector(in.scale, slope + s.channels);
  const A* mean = in.saved_mean.data<A>();
  const A* inverse = in.saved_inverse.data<A>();
  const T* dy = in.d_y.data<T>();
  const auto value = [=](int64_t i, int64_t) { return static_cast<A>(dy[i]); };
  const auto product = [=](int64_t i, int64_t c) {
    return static_cast<A>(dy[i]) *
           ((static_cast<A>(x[i]) - mean[c]) * inverse[c]);
  };
  const auto back = [=](int64_t i, int64_t c) {
    return T(inverse[c] * scale[c] *
             (static_cast<A>(dy[i]) - constant[c] -
              (static_cast<A>(x[i]) - mean[c]) * slope[c]));
  };
  const double count = static_cast<double>(ElementsPerChannel(s));
  T* dx = d_x == nullptr ? nullptr : d_x->mutable_data<T>();
  ForChannelParts<T>(s, [&](const ChannelPart& part) {
    part.template Sum<T>(value, d_biases);
    part.template Sum<T>(product, d_scales);
    if (dx == nullptr) return;
    part.ForEach([&](int64_t c) {
      constant[c] = fixed_statistics ? A(0) : A(d_biases[c] / count);
      slope[c] = fixed_statistics ? A(0) : A(d_scales[c] * inverse[c] / count);
    });
    part.Map(dx, back);
  });
  std::copy_n(d_biases, s.channels, constant);
  std::copy_n(d_scales, s.channels, slope);
  WriteVector(constant, d_bias);
  WriteVector(slope, d_scale);
}

PADDLE_INSTANTIATE(BatchNormTrain, platform::CPUDeviceContext,
                   PADDLE_FLOATING_TYPES);
PADDLE_INSTANTIATE(BatchNormInfer, platform::CPUDeviceContext,
                   PADDLE_FLOATING_TYPES);
PADDLE_INSTANTIATE(BatchNormGrad, platform::CPUDeviceContext,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators::kernels
