#include "paddle/operators/creation/cast.h"

#include "paddle/framework/types/data_type.h"
#include "paddle/operators/math/loops/convert.h"
#include "paddle/platform/on_cuda.h"
#include "paddle/platform/transform.h"

namespace paddle::operators::kernels {

void Cast(const platform::DeviceContext& device, const framework::Tensor& x,
          framework::Tensor* out) {
  PADDLE_ON_CUDA(device, CastOnCUDA(device, x, out));
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

}  // namespace paddle::operators::kernels
