#include "paddle/framework/types/dims.h"
#include "paddle/operators/loss/loss.h"
#include "paddle/operators/loss/loss_rules.h"
#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/loops/reduce_axes.cuh"
#include "paddle/operators/math/loops/reduce_functors.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/host_device.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {
namespace {

using framework::Dims;
using framework::Tensor;
using internal::FactorOf;
using internal::LossArrays;
using internal::LossRule;

// Types that pick the derivative of a gradient, since kernels take no function
// pointers.
template <LossOp op>
struct First {
  template <typename T>
  PADDLE_HOST_DEVICE static T Slope(const internal::LossPoint<T>& at) {
    return LossRule<op>::Slope(at);
  }
};
template <LossOp op>
struct Second {
  template <typename T>
  PADDLE_HOST_DEVICE static T Slope(const internal::LossPoint<T>& at) {
    return LossRule<op>::OtherSlope(at);
  }
};

// Limits a count that is divided by.
struct AtLeastOne {
  PADDLE_HOST_DEVICE double operator()(double count) const {
    return count < 1 ? 1 : count;
  }
};

template <typename T, typename Which>
void PassOn(const platform::CUDADeviceContext& device,
            const LossArrays<T>& arrays, const LossScale& scale,
            const Tensor& d_out, Tensor* result) {
  if (result == nullptr) return;
  const bool each = d_out.numel() == result->numel();
  const T* g = d_out.data<T>();
  T* to = result->mutable_data<T>();
  platform::ForEach(device, result->numel(), [=] PADDLE_DEVICE(int64_t i) {
    // The scale is read by each thread: its divisor is in the GPU's memory.
    to[i] = g[each ? i : 0] * (FactorOf<T>(scale) * Which::Slope(arrays[i]));
  });
}

template <typename T, LossOp op>
void Save(const platform::CUDADeviceContext& device,
          const LossArrays<T>& arrays, Tensor* saved) {
  T* to = saved->mutable_data<T>();
  platform::ForEach(device, saved->numel(), [=] PADDLE_DEVICE(int64_t i) {
    // In a kernel of its own: few losses save anything.
    to[i] = LossRule<op>::Saved(arrays[i]);
  });
}

}  // namespace

template <class Device, class T, LossOp op>
void Loss(const Device& device, const LossInputs& inputs, double parameter,
          const LossScale& scale, Tensor* saved, Tensor* out) {
  const LossArrays<T> arrays(inputs, parameter);
  T* to = out->mutable_data<T>();
  platform::ForEach(device, out->numel(), [=] PADDLE_DEVICE(int64_t i) {
    to[i] = FactorOf<T>(scale) * LossRule<op>::Value(arrays[i]);
  });
  if constexpr (LossRule<op>::kSaves) Save<T, op>(device, arrays, saved);
}

template <class Device, class T, LossOp op>
void LossSum(const Device& device, const LossInputs& inputs, double parameter,
             const LossScale& scale, Workspace workspace, Tensor* out) {
  const LossArrays<T> arrays(inputs, parameter);
  ReduceAxesOnCUDA<T>(
      device, Dims({inputs[0]->numel()}), AxisSet().set(), SumReducer(),
      [=] PADDLE_DEVICE(int64_t i, int64_t) {
        return FactorOf<T>(scale) * LossRule<op>::Value(arrays[i]);
      },
      Itself(), workspace, out->mutable_data<T>());
}

template <class Device, class T, LossOp op>
void LossGrad(const Device& device, const LossInputs& inputs, double parameter,
              const LossScale& scale, const Tensor& d_out, Tensor* d_first,
              Tensor* d_second) {
  const LossArrays<T> arrays(inputs, parameter);
  PassOn<T, First<op>>(device, arrays, scale, d_out, d_first);
  if constexpr (LossRule<op>::kHasOther) {
    PassOn<T, Second<op>>(device, arrays, scale, d_out, d_second);
  }
}

template <class Device, class T>
const double* CountLabels(const Device& device, const Tensor& label,
                          double ignored, Workspace workspace) {
  const Dims space({label.numel()});
  const AxisSet all = AxisSet().set();
  // The result, then the scratch of the reduction.
  const int64_t scratch = 1 + ReductionScratchOnCUDA(space, all);
  double* out = static_cast<double*>(workspace(scratch * sizeof(double)));
  const T* labels = label.data<T>();
  const T not_counted = static_cast<T>(ignored);
  ReduceAxesOnCUDA<double>(
      device, space, all, SumReducer(),
      [=] PADDLE_DEVICE(int64_t i, int64_t) {
        return labels[i] == not_counted ? 0.0 : 1.0;
      },
      AtLeastOne(), [=](size_t) { return out + 1; }, out);
  return out;
}

PADDLE_INSTANTIATE_LOSSES(platform::CUDADeviceContext);

}  // namespace paddle::operators::kernels
