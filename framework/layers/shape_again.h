// Shapes of a block whose surroundings have changed since it was written.
#pragma once

#include <cstdint>

#include "absl/container/flat_hash_map.h"

#include "paddle/framework/ir/program.h"

namespace paddle::layer {

// Which size stands where another one stood.
using SizeMap = absl::flat_hash_map<int64_t, int64_t>;

// Runs the shape functions of the operators of a block, and of the blocks
// they own, once more. Arguments of the latter keep their shapes, but symbols
// are replaced as `sizes` says. Errors carry operator and call site.
void InferShapesAgain(framework::Program* program, int block,
                      const SizeMap& sizes);

}  // namespace paddle::layer
