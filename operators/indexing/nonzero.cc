#include "paddle/operators/indexing/nonzero.h"

#include <algorithm>

#include "paddle/framework/tensor/on_cpu.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/memory/copy.h"
#include "paddle/operators/math/loops/convert.h"
#include "paddle/platform/place.h"

namespace paddle::operators::kernels {

using framework::Dims;
using framework::Tensor;

namespace {

// Moves `index` to the next one in row-major order. Counting like an odometer
// avoids a division per axis and element.
void Advance(const Dims& dims, Dims* index) {
  for (int axis = dims.rank() - 1; axis >= 0; --axis) {
    if (++(*index)[axis] < dims[axis]) return;
    (*index)[axis] = 0;
  }
}

}  // namespace

int64_t CountNonzero(const Tensor& x) {
  const Tensor values = framework::OnCPU(x);
  return framework::VisitDataType(x.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T* data = values.data<T>();
    int64_t count = 0;
    for (int64_t i = 0; i < x.numel(); ++i) count += Convert<bool>(data[i]);
    return count;
  });
}

void FindNonzero(const platform::DeviceContext& device, const Tensor& x,
                 Tensor* out) {
  const Tensor values = framework::OnCPU(x);
  const platform::Place host = platform::CPUPlace();
  Tensor found(out->dims(), out->dtype(), host);
  framework::VisitDataType(x.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T* data = values.data<T>();
    int64_t* to = found.mutable_data<int64_t>();
    Dims index = x.dims();
    for (int axis = 0; axis < index.rank(); ++axis) index[axis] = 0;
    for (int64_t i = 0; i < x.numel(); ++i) {
      if (Convert<bool>(data[i]))
        to = std::copy(index.begin(), index.end(), to);
      Advance(x.dims(), &index);
    }
  });
  memory::CopyAsync(device.place(), out->mutable_data<int64_t>(), host,
                    found.data<int64_t>(), found.bytes());
}

}  // namespace paddle::operators::kernels
