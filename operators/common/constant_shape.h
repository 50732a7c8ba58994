// Checks the attribute "shape" of operators that create a tensor.
#pragma once

#include <vector>

#include "paddle/framework/types/dims.h"

namespace paddle::operators {

// Returns the shape. Throws InvalidArgument for a negative size, more axes than
// a tensor may have, or a number of elements that overflows.
framework::Dims ConstantShape(const std::vector<int64_t>& shape);

}  // namespace paddle::operators
