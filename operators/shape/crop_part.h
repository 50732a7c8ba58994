// The part of a tensor that crop takes, for its kernels.
#pragma once

#include <vector>

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/math/loops/strided_copy.h"

namespace paddle::operators {

// See cut_kernel.h.
class CropPart : public framework::OpKernel {
 public:
  static constexpr char kInput[] = "X";
  static constexpr char kInputGrad[] = "X@GRAD";
  using OpKernel::OpKernel;

 protected:
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
