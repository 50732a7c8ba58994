#include <cstdint>

#include "paddle/operators/math/loops/half_tensor.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/device_half.cuh"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {

template <class Device, class T>
framework::Tensor WidenedTensor(const Device& device,
                                const framework::Tensor& x,
                                memory::Allocator* allocator) {
  framework::Tensor wide;
  wide.Allocate(x.dims(), framework::DataType::kFloat32, allocator);
  const T* from = x.data<T>();
  float* to = wide.mutable_data<float>();
  platform::ForEach(device, x.numel(), [=] PADDLE_DEVICE(int64_t i) {
    to[i] = platform::Widened(from[i]);
  });
  return wide;
}

template <class Device, class T>
void RoundTensor(const Device& device, const framework::Tensor& x,
                 framework::Tensor* out) {
  const float* from = x.data<float>();
  T* to = out->mutable_data<T>();
  platform::ForEach(device, x.numel(), [=] PADDLE_DEVICE(int64_t i) {
    to[i] = platform::Narrowed<T>(from[i]);
  });
}

PADDLE_INSTANTIATE(WidenedTensor, platform::CUDADeviceContext,
                   platform::float16, platform::bfloat16);
PADDLE_INSTANTIATE(RoundTensor, platform::CUDADeviceContext, platform::float16,
                   platform::bfloat16);

}  // namespace paddle::operators::kernels
