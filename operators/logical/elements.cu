#include "paddle/operators/logical/elements.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/device_half.cuh"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {

using framework::Tensor;

template <class Device, class T, NumberKind kind>
void OfKind(const Device& device, const Tensor& x, Tensor* out) {
  const T* from = x.data<T>();
  bool* to = out->mutable_data<bool>();
  platform::ForEach(device, x.numel(), [=] PADDLE_DEVICE(int64_t i) {
    to[i] = IsOfKind(kind, platform::Widened(from[i]));
  });
}

template <class Device, class T>
void BitwiseNot(const Device& device, const Tensor& x, Tensor* out) {
  const T* from = x.data<T>();
  T* to = out->mutable_data<T>();
  platform::ForEach(device, x.numel(), [=] PADDLE_DEVICE(int64_t i) {
    to[i] = Inverted(from[i]);
  });
}

PADDLE_INSTANTIATE_ELEMENTS(platform::CUDADeviceContext);

}  // namespace paddle::operators::kernels
