// Where the second operand of elementwise arithmetic stands.
#pragma once

#include "paddle/framework/types/dims.h"

namespace paddle::operators {

// The dims of y beside an x of `x_dims`, ready for NumPy's broadcasting. With
// axis -1 they are y's own; else axis i of y is axis (axis + i) of x, and sizes
// of 1 are added behind it, or taken away where y reaches beyond x.
// InvalidArgument, naming both shapes, if y does not fit there.
framework::Dims AlignedDims(const framework::Dims& x_dims,
                            const framework::Dims& y_dims, int64_t axis);

}  // namespace paddle::operators
