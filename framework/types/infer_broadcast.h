// Computes the shape that two shapes broadcast to.
#pragma once

#include "paddle/framework/types/dims.h"
#include "paddle/framework/types/symbolic_size.h"

namespace paddle::framework {

// Follows NumPy: shapes are aligned at their last axis, and two sizes are
// compatible if they are equal or one of them is 1 or missing. Throws
// InvalidArgument, naming both shapes, if sizes are incompatible. If a symbol
// meets another size, only a run can tell: the result is then the number, or a
// new symbol for two symbols.
Dims BroadcastDims(const Dims& a, const Dims& b, SizeAlgebra* sizes);

}  // namespace paddle::framework
