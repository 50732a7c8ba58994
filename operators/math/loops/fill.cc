#include "paddle/operators/math/loops/fill.h"

#include <algorithm>

#include "paddle/framework/types/data_type.h"
#include "paddle/operators/math/loops/convert_number.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/parallel_for.h"
#include "paddle/platform/target_device.h"

namespace paddle::operators::kernels {

template <class Device>
void Fill(const Device& device, const framework::Number& value,
          framework::Tensor* out) {
  framework::VisitDataType(out->dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T element = ConvertNumber<T>(value);
    T* data = out->mutable_data<T>();
    if constexpr (platform::kIsCUDA<Device>) {
      FillOnCUDA(device, &element, sizeof(T), out->numel(), data);
    } else {
      constexpr int64_t kGrain = 65536;
      platform::ParallelFor(out->numel(), kGrain,
                            [=](int64_t begin, int64_t end) {
                              std::fill(data + begin, data + end, element);
                            });
    }
  });
}

PADDLE_INSTANTIATE_ONE(Fill<PADDLE_TARGET_DEVICE>);

}  // namespace paddle::operators::kernels
