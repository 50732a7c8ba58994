// The shape that the reshape operator makes.
#pragma once

#include <vector>

#include "paddle/framework/types/dims.h"
#include "paddle/framework/types/symbolic_size.h"

namespace paddle::operators {

// `x` in another shape: in `shape`, 0 stands for the size of the same axis of
// x, and one -1 for the number of elements that the other sizes leave.
// InvalidArgument, naming x and shape, if the elements do not fit or there are
// several -1.
framework::Dims ReshapedDims(const framework::Dims& x,
                             const std::vector<int64_t>& shape,
                             framework::SizeAlgebra* sizes);

}  // namespace paddle::operators
