#include "paddle/operators/logical/elements.h"

#include "paddle/platform/half_arithmetic.h"
#include "paddle/platform/transform.h"

namespace paddle::operators::kernels {

using framework::Tensor;

template <class Device, class T, NumberKind kind>
void OfKind(const Device& device, const Tensor& x, Tensor* out) {
  platform::Transform(
      device, x.numel(), x.data<T>(), out->mutable_data<bool>(), [](T v) {
        return IsOfKind(kind, static_cast<platform::Accumulator<T>>(v));
      });
}

template <class Device, class T>
void BitwiseNot(const Device& device, const Tensor& x, Tensor* out) {
  platform::Transform(device, x.numel(), x.data<T>(), out->mutable_data<T>(),
                      [](T v) { return Inverted(v); });
}

PADDLE_INSTANTIATE_ELEMENTS(platform::CPUDeviceContext);

}  // namespace paddle::operators::kernels
