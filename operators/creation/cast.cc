#include "paddle/operators/creation/cast.h"

#include "paddle/framework/types/data_type.h"
#include "paddle/operators/math/loops/convert.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/transform.h"

namespace paddle::operators::kernels {

template <class Device>
void Cast(const Device& device, const framework::Tensor& x,
          framework::Tensor* out) {
  // A loop for each pair of types: the conversion is inlined and vectorized.
  framework::VisitDataType(x.dtype(), [&](auto from) {
    framework::VisitDataType(out->dtype(), [&](auto to) {
      using From = typename decltype(from)::type;
      using To = typename decltype(to)::type;
      platform::Transform(device, x.numel(), x.data<From>(),
                          out->mutable_data<To>(),
                          [](From value) { return Convert<To>(value); });
    });
  });
}

PADDLE_INSTANTIATE_ONE(Cast<platform::CPUDeviceContext>);

}  // namespace paddle::operators::kernels
