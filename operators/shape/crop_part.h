// The part of X that crop takes: the base of its kernel and gradient kernel.
#pragma once

#include <vector>

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/math/loops/strided_copy.h"

namespace paddle::operators {

// A `Part` of cut_kernel.h: the box of Out's shape that begins at "offsets".
class CropPart : public framework::OpKernel {
 public:
  // The slots of the input and of its gradient, for CutKernel.
  static constexpr char kInput[] = "X";
  static constexpr char kInputGrad[] = "X@GRAD";
  using OpKernel::OpKernel;

 protected:
  // Needs only the offsets: the shape of the part is that of Out, which the
  // kernel passes to the copy. The schema has checked that the part fits.
  // `whole` is the shape of X.
  kernels::Walk WalkOfPart(const framework::Dims& whole) const {
    kernels::Walk walk = kernels::WalkOf(whole);
    for (int axis = 0; axis < whole.rank(); ++axis) {
      walk = kernels::Shifted(walk, axis, offsets_.value()[axis]);
    }
    return walk;
  }

 private:
  const Attr<std::vector<int64_t>> offsets_{this, "offsets"};
};

}  // namespace paddle::operators
