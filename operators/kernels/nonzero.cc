#include "paddle/operators/kernels/nonzero.h"

#include <algorithm>

#include "paddle/framework/types/data_type.h"
#include "paddle/operators/kernels/convert.h"
#include "paddle/operators/kernels/cpu_only.h"

namespace paddle::operators::kernels {

using framework::Dims;
using framework::Tensor;

namespace {

// The next index in row-major order.
void Advance(const Dims& dims, Dims* index) {
  for (int axis = dims.rank() - 1; axis >= 0; --axis) {
    if (++(*index)[axis] < dims[axis]) return;
    (*index)[axis] = 0;
  }
}

}  // namespace

int64_t CountNonzero(const platform::DeviceContext& device, const Tensor& x) {
  EnforceOnCPU(device, "counting");
  return framework::VisitDataType(x.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T* data = x.data<T>();
    int64_t count = 0;
    for (int64_t i = 0; i < x.numel(); ++i) count += Convert<bool>(data[i]);
    return count;
  });
}

void FindNonzero(const platform::DeviceContext& device, const Tensor& x,
                 Tensor* out) {
  EnforceOnCPU(device, "finding elements");
  framework::VisitDataType(x.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T* data = x.data<T>();
    int64_t* to = out->mutable_data<int64_t>();
    Dims index = x.dims();
    for (int axis = 0; axis < index.rank(); ++axis) index[axis] = 0;
    for (int64_t i = 0; i < x.numel(); ++i) {
      if (Convert<bool>(data[i]))
        to = std::copy(index.begin(), index.end(), to);
      Advance(x.dims(), &index);
    }
  });
}

}  // namespace paddle::operators::kernels
