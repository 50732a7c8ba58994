#include "paddle/operators/math/rows/index.h"

#include <algorithm>

#include "paddle/framework/types/data_type.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/instantiate.h"

namespace paddle::operators::kernels {
namespace {

using framework::DataType;
using framework::Dims;
using framework::Tensor;

// Calls visit(data) with the elements in their own type.
template <typename Visit>
void WithElements(const Tensor& index, const Visit& visit) {
  if (index.dtype() == DataType::kInt32) {
    visit(index.data<int32_t>());
  } else {
    visit(index.data<int64_t>());
  }
}

// Checks all indices. The first loop has no branch, so it is vectorized; the
// second looks for the one to name only if there is one.
template <typename Int>
void Check(const Int* index, int64_t count, int64_t bound) {
  bool outside = false;
  for (int64_t i = 0; i < count; ++i) {
    outside |= (index[i] < 0) | (index[i] >= bound);
  }
  for (int64_t i = 0; outside && i < count; ++i) {
    PADDLE_ENFORCE(0 <= index[i] && index[i] < bound, OutOfRange, "index ",
                   index[i], " at position ", i, " is outside [0, ", bound,
                   ")");
  }
}

// Returns the number of the element that row i of the indices, at `index`,
// names.
template <typename Int>
int64_t FlatIndex(const Int* index, int64_t i, int axes, const Dims& dims) {
  int64_t flat = 0;
  for (int axis = 0; axis < axes; ++axis) {
    PADDLE_ENFORCE(0 <= index[axis] && index[axis] < dims[axis], OutOfRange,
                   "index ", index[axis], " at position ", i,
                   " is outside axis ", axis, ", [0, ", dims[axis], ")");
    flat = flat * dims[axis] + index[axis];
  }
  return flat;
}

}  // namespace

template <class Device>
Indices CheckedIndices(const Device&, const Tensor& index, int64_t bound,
                       Workspace workspace) {
  const int64_t count = index.numel();
  WithElements(index, [&](const auto* data) { Check(data, count, bound); });
  if (index.dtype() == DataType::kInt64) {
    return Indices(index.data<int64_t>(), count);
  }
  auto* wide = static_cast<int64_t*>(workspace(count * sizeof(int64_t)));
  std::copy_n(index.data<int32_t>(), count, wide);
  return Indices(wide, count);
}

template <class Device>
Indices FlatIndices(const Device&, const Tensor& index, const Dims& dims,
                    Workspace workspace) {
  const int axes = static_cast<int>(index.dims().at(-1));
  const int64_t count = index.dims().Slice(0, index.rank() - 1).Numel();
  auto* flat = static_cast<int64_t*>(workspace(count * sizeof(int64_t)));
  WithElements(index, [&](const auto* data) {
    for (int64_t i = 0; i < count; ++i) {
      flat[i] = FlatIndex(data + i * axes, i, axes, dims);
    }
  });
  return Indices(flat, count);
}

PADDLE_INSTANTIATE_ONE(CheckedIndices<platform::CPUDeviceContext>);
PADDLE_INSTANTIATE_ONE(FlatIndices<platform::CPUDeviceContext>);

}  // namespace paddle::operators::kernels
