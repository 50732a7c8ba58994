// The alignment of the second operand of elementwise arithmetic with the first.
#pragma once

#include "paddle/framework/types/dims.h"

namespace paddle::operators {

// Returns the dims of y, ready to broadcast with `x_dims` by NumPy's rule. With
// axis -1 they are y's own; otherwise axis i of y belongs to axis (axis + i) of
// x, sizes of 1 are appended for the axes after it, and sizes of 1 that reach
// beyond x are removed. Throws InvalidArgument, with both shapes, if y does not
// fit there. Both the schema and the kernels call it, the former with sizes
// that may be unknown (negative).
framework::Dims AlignedDims(const framework::Dims& x_dims,
                            const framework::Dims& y_dims, int64_t axis);

}  // namespace paddle::operators
