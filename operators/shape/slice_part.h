// The part of a tensor that slice takes: the base of both of its kernels.
#pragma once

#include <vector>

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/math/loops/strided_copy.h"
#include "paddle/operators/shape/slice_range.h"

namespace paddle::operators {

// A `Part` of cut_kernel.h: start:end:step of each axis, without the axes that
// "decrease_axis" drops.
class SlicePart : public framework::OpKernel {
 public:
  static constexpr char kInput[] = "Input";
  static constexpr char kInputGrad[] = "Input@GRAD";
  using OpKernel::OpKernel;

 protected:
  // Resolves the attributes against the size of `whole`, which only the kernel
  // knows if the schema saw a symbol. Throws like SliceOf.
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
