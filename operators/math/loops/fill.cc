#include "paddle/operators/math/loops/fill.h"

#include <algorithm>

#include "paddle/framework/types/data_type.h"
#include "paddle/operators/math/device/cpu_only.h"
#include "paddle/operators/math/loops/convert_number.h"
#include "paddle/platform/on_cuda.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {

void Fill(const platform::DeviceContext& device, const framework::Number& value,
          framework::Tensor* out) {
  constexpr int64_t kGrain = 65536;
  framework::VisitDataType(out->dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T element = ConvertNumber<T>(value);
    T* data = out->mutable_data<T>();
    PADDLE_ON_CUDA(device,
                   FillOnCUDA(device, &element, sizeof(T), out->numel(), data));
    EnforceOnCPU(device, "filling");
    platform::ParallelFor(out->numel(), kGrain,
                          [=](int64_t begin, int64_t end) {
                            std::fill(data + begin, data + end, element);
                          });
  });
}

}  // namespace paddle::operators::kernels
