// Infers the output shape of the reshape operator. In a run it gives numbers,
// while a program is written possibly symbols.
#pragma once

#include <vector>

#include "paddle/framework/types/dims.h"
#include "paddle/framework/types/symbolic_size.h"

namespace paddle::operators {

// Returns the shape that `shape` gives a tensor of shape `x`: 0 copies the size
// of the same axis of x, and one -1 is inferred from the number of elements.
// Sizes may be symbols, which `sizes` multiplies and divides. Throws
// InvalidArgument, naming x and shape, if the numbers of elements differ, more
// than one size is -1, or x has no axis for a 0 to copy. For example, [2, 3, 4]
// and {0, -1} give [2, 12].
framework::Dims ReshapedDims(const framework::Dims& x,
                             const std::vector<int64_t>& shape,
                             framework::SizeAlgebra* sizes);

}  // namespace paddle::operators
