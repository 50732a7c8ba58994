// Infers the shapes in a block again, after its surroundings have changed.
#pragma once

#include <cstdint>

#include "absl/container/flat_hash_map.h"

#include "paddle/framework/ir/program.h"

namespace paddle::layer {

// Maps each size to the one that replaces it.
using SizeMap = absl::flat_hash_map<int64_t, int64_t>;

// Runs the shape functions of the operators of a block, and of the blocks they
// own, once more. Arguments of the latter keep their shapes, except for symbols
// that `sizes` replaces. Errors carry operator and call site.
void ReinferShapes(framework::Program* program, int block,
                   const SizeMap& sizes);

}  // namespace paddle::layer
