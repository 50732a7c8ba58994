#include "paddle/operators/indexing/one_hot.h"

#include "paddle/framework/types/data_type.h"
#include "paddle/operators/math/loops/fill.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/target_device.h"

namespace paddle::operators::kernels {

template <class Device>
void OneHot(const Device& device, Indices ids, framework::Tensor* out) {
  Fill(device, 0, out);
  const int64_t depth = out->dims().at(-1);
  framework::VisitDataType(out->dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T one(1);
    T* row = out->mutable_data<T>();
    if constexpr (platform::kIsCUDA<Device>) {
      MarkOnCUDA(device, ids, &one, sizeof(T), depth, row);
    } else {
      for (const int64_t id : ids) {
        row[id] = one;
        row += depth;
      }
    }
  });
}

PADDLE_INSTANTIATE_ONE(OneHot<PADDLE_TARGET_DEVICE>);

}  // namespace paddle::operators::kernels
