#include "paddle/operators/indexing/one_hot.h"

#include "paddle/framework/types/data_type.h"
#include "paddle/operators/math/loops/fill.h"
#include "paddle/platform/on_cuda.h"

namespace paddle::operators::kernels {

void OneHot(const platform::DeviceContext& device, Indices ids,
            framework::Tensor* out) {
  Fill(device, 0, out);
  const int64_t depth = out->dims().at(-1);
  framework::VisitDataType(out->dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T one(1);
    T* row = out->mutable_data<T>();
    PADDLE_ON_CUDA(device,
                   MarkOnCUDA(device, ids, &one, sizeof(T), depth, row));
    for (const int64_t id : ids) {
      row[id] = one;
      row += depth;
    }
  });
}

}  // namespace paddle::operators::kernels
