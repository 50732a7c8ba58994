#include "paddle/operators/creation/add_constant.h"

#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/transform.h"

namespace paddle::operators::kernels {

using framework::Tensor;

template <class Device, class T>
void AddConstant(const Device& device, const Tensor& x, T value, Tensor* out) {
  // Add instead of +: the overflow of a signed integer is undefined in C++.
  platform::Transform(device, x.numel(), x.data<T>(), out->mutable_data<T>(),
                      [value](T element) { return Add(element, value); });
}

PADDLE_INSTANTIATE(AddConstant, platform::CPUDeviceContext, float, double,
                   int32_t, int64_t);

}  // namespace paddle::operators::kernels
