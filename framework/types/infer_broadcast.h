// The shape that two shapes broadcast to.
#pragma once

#include "paddle/framework/types/dims.h"
#include "paddle/framework/types/symbolic_size.h"

namespace paddle::framework {

// NumPy's rule: shapes are aligned at their last axis, and two sizes agree if
// they are equal or one of them is 1 (or missing). Equal symbols are equal; a
// symbol against a number other than 1, or against another symbol, is not
// provably equal. InvalidArgument, naming both shapes, if sizes disagree.
Dims BroadcastDims(const Dims& a, const Dims& b, SizeAlgebra* sizes);

}  // namespace paddle::framework
