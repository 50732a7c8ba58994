#include "paddle/operators/creation/add_constant.h"
#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {

template <class Device, class T>
void AddConstant(const Device& device, const framework::Tensor& x, T value,
                 framework::Tensor* out) {
  const T* from = x.data<T>();
  T* to = out->mutable_data<T>();
  platform::ForEach(device, x.numel(), [=] PADDLE_DEVICE(int64_t i) {
    to[i] = Add(from[i], value);
  });
}

PADDLE_INSTANTIATE(AddConstant, platform::CUDADeviceContext, float, double,
                   int32_t, int64_t);

}  // namespace paddle::operators::kernels
