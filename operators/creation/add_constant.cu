#include "paddle/operators/creation/add_constant.h"
#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {

template <typename T>
void AddConstantOnCUDA(const platform::DeviceContext& device,
                       const framework::Tensor& x, T value,
                       framework::Tensor* out) {
  const T* from = x.data<T>();
  T* to = out->mutable_data<T>();
  platform::ForEach(device, x.numel(), [=] PADDLE_DEVICE(int64_t i) {
    to[i] = Add(from[i], value);
  });
}

#define INSTANTIATE(T)                                               \
  template void AddConstantOnCUDA<T>(const platform::DeviceContext&, \
                                     const framework::Tensor&, T,    \
                                     framework::Tensor*);
INSTANTIATE(float)
INSTANTIATE(double)
INSTANTIATE(int32_t)
INSTANTIATE(int64_t)

}  // namespace paddle::operators::kernels
