// The part of a tensor that slice takes, for its kernels.
#pragma once

#include <vector>

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/math/loops/strided_copy.h"
#include "paddle/operators/shape/slice_range.h"

namespace paddle::operators {

// See cut_kernel.h.
class SlicePart : public framework::OpKernel {
 public:
  static constexpr char kInput[] = "Input";
  static constexpr char kInputGrad[] = "Input@GRAD";
  using OpKernel::OpKernel;

 protected:
  kernels::Walk WalkOfPart(const framework::Dims& whole) const {
    const TensorSlice slice =
        SliceOf(whole, {axes_, starts_, ends_, strides_, decrease_axis_},
                &framework::NumericSizes());
    const kernels::Strides strides = kernels::RowMajorStrides(whole);
    kernels::Walk walk;
    int kept = 0;
    for (int axis = 0; axis < whole.rank(); ++axis) {
      const SliceRange& range = slice.ranges[axis];
      walk.first += range.begin * strides[axis];
      if (slice.dropped[axis]) continue;
      walk.strides[kept++] = range.step * strides[axis];
    }
    return walk;
  }

 private:
  const Attr<std::vector<int64_t>> axes_{this, "axes"};
  const Attr<std::vector<int64_t>> starts_{this, "starts"};
  const Attr<std::vector<int64_t>> ends_{this, "ends"};
  const Attr<std::vector<int64_t>> strides_{this, "strides"};
  const Attr<std::vector<int64_t>> decrease_axis_{this, "decrease_axis"};
};

}  // namespace paddle::operators
