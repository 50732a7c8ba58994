#include "paddle/operators/creation/add_constant.h"

#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/platform/on_cuda.h"
#include "paddle/platform/transform.h"

namespace paddle::operators::kernels {

using framework::Tensor;

template <typename T>
void AddConstant(const platform::DeviceContext& device, const Tensor& x,
                 T value, Tensor* out) {
  PADDLE_ON_CUDA(device, AddConstantOnCUDA(device, x, value, out));
  platform::Transform(device, x.numel(), x.data<T>(), out->mutable_data<T>(),
                      [value](T element) { return Add(element, value); });
}

#define INSTANTIATE(T)                                                        \
  template void AddConstant<T>(const platform::DeviceContext&, const Tensor&, \
                               T, Tensor*);
INSTANTIATE(float)
INSTANTIATE(double)
INSTANTIATE(int32_t)
INSTANTIATE(int64_t)

}  // namespace paddle::operators::kernels
