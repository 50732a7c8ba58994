#include "paddle/operators/math/loops/loop_nest.h"

#include "paddle/platform/enforce.h"

namespace paddle::operators::kernels {

Strides RowMajorStrides(const framework::Dims& dims) {
  Strides strides{};
  int64_t stride = 1;
  for (int axis = dims.rank() - 1; axis >= 0; --axis) {
    strides[axis] = stride;
    stride *= dims[axis];
  }
  return strides;
}

Strides BroadcastStrides(const framework::Dims& dims,
                         const framework::Dims& space) {
  PADDLE_ENFORCE(dims.rank() <= space.rank(), Internal, "cannot spread ",
                 dims.ToString(), " over ", space.ToString());
  const int missing = space.rank() - dims.rank();
  Strides strides{};
  int64_t stride = 1;
  for (int axis = dims.rank() - 1; axis >= 0; --axis) {
    const int64_t size = dims[axis];
    PADDLE_ENFORCE(size == 1 || size == space[missing + axis], Internal,
                   "cannot spread ", dims.ToString(), " over ",
                   space.ToString());
    strides[missing + axis] = size == 1 ? 0 : stride;
    stride *= size;
  }
  return strides;
}

}  // namespace paddle::operators::kernels
