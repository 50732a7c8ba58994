// The shape attribute of operators that make a tensor from nothing.
#pragma once

#include <vector>

#include "paddle/framework/types/dims.h"

namespace paddle::operators {

// InvalidArgument for a negative size, more axes than a tensor may have, or a
// number of elements that overflows.
framework::Dims ConstantShape(const std::vector<int64_t>& shape);

}  // namespace paddle::operators
