// The shape that two shapes broadcast to.
#pragma once

#include "paddle/framework/types/dims.h"
#include "paddle/framework/types/symbolic_size.h"

namespace paddle::framework {

// NumPy's rule: shapes are aligned at their last axis, and two sizes agree if
// they are equal or one of them is 1 (or missing). InvalidArgument, naming both
// shapes, if sizes disagree. Where a symbol meets another size, whether they
// agree shows when the program runs: the result is the number, or a fresh
// symbol for two symbols.
Dims BroadcastDims(const Dims& a, const Dims& b, SizeAlgebra* sizes);

}  // namespace paddle::framework
