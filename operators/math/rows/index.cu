#include "paddle/framework/types/data_type.h"
#include "paddle/operators/math/rows/index.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {
namespace {

using framework::DataType;
using framework::Dims;
using framework::Tensor;
using platform::DeviceErrors;

// Throws unless 0 is an index: it replaces one that is reported.
void CheckBound(int64_t count, int64_t bound) {
  PADDLE_ENFORCE(count == 0 || bound > 0, OutOfRange, count,
                 " indices of an axis without elements");
}

template <typename Int>
void Check(const platform::CUDADeviceContext& device, const Int* index,
           int64_t count, int64_t bound, int64_t* checked) {
  const DeviceErrors errors = platform::ErrorsOf(device, "indices");
  platform::ForEach(device, count, [=] PADDLE_DEVICE(int64_t i) {
    checked[i] = errors.Checked(index[i], bound);
  });
}

// Sizes as an array that a kernel captures by value; Dims are not for GPUs.
struct AxisSizes {
  int64_t of[Dims::kMaxRank];
};

template <typename Int>
void Flatten(const platform::CUDADeviceContext& device, const Int* index,
             int64_t count, int axes, const AxisSizes& sizes, int64_t* flat) {
  const DeviceErrors errors = platform::ErrorsOf(device, "indices");
  const AxisSizes size = sizes;
  platform::ForEach(device, count, [=] PADDLE_DEVICE(int64_t i) {
    int64_t number = 0;
    for (int axis = 0; axis < axes; ++axis) {
      const int64_t at = errors.Checked(index[i * axes + axis], size.of[axis]);
      number = number * size.of[axis] + at;
    }
    flat[i] = number;
  });
}

}  // namespace

template <class Device>
Indices CheckedIndices(const Device& device, const Tensor& index, int64_t bound,
                       Workspace workspace) {
  const int64_t count = index.numel();
  CheckBound(count, bound);
  // Always a copy: the indices that the kernels read must be the ones that were
  // checked and replaced.
  auto* checked = static_cast<int64_t*>(workspace(count * sizeof(int64_t)));
  if (index.dtype() == DataType::kInt32) {
    Check(device, index.data<int32_t>(), count, bound, checked);
  } else {
    Check(device, index.data<int64_t>(), count, bound, checked);
  }
  return Indices(checked, count);
}

template <class Device>
Indices FlatIndices(const Device& device, const Tensor& index, const Dims& dims,
                    Workspace workspace) {
  const int axes = static_cast<int>(index.dims().at(-1));
  const int64_t count = index.dims().Slice(0, index.rank() - 1).Numel();
  auto* flat = static_cast<int64_t*>(workspace(count * sizeof(int64_t)));
  AxisSizes sizes = {};
  for (int axis = 0; axis < axes; ++axis) {
    CheckBound(count, dims[axis]);
    sizes.of[axis] = dims[axis];
  }
  if (index.dtype() == DataType::kInt32) {
    Flatten(device, index.data<int32_t>(), count, axes, sizes, flat);
  } else {
    Flatten(device, index.data<int64_t>(), count, axes, sizes, flat);
  }
  return Indices(flat, count);
}

PADDLE_INSTANTIATE_ONE(CheckedIndices<platform::CUDADeviceContext>);
PADDLE_INSTANTIATE_ONE(FlatIndices<platform::CUDADeviceContext>);

}  // namespace paddle::operators::kernels
