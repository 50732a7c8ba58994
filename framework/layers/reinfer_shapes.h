// Infers the shapes in a block again, after the shapes of outer variables that
// it reads have changed.
#pragma once

#include <cstdint>

#include "absl/container/flat_hash_map.h"

#include "paddle/framework/ir/program.h"

namespace paddle::layer {

// Maps symbolic sizes to the sizes, symbolic or known, that replace them.
using SizeMap = absl::flat_hash_map<int64_t, int64_t>;

// Runs the shape functions of the operators of a block, and of the blocks they
// own, once more. No shape function sets the arguments of the owned blocks:
// they keep their shapes, except for symbols that `sizes` replaces. Throws the
// errors of shape functions, with the operator and its call site.
void ReinferShapes(framework::Program* program, int block,
                   const SizeMap& sizes);

}  // namespace paddle::layer
