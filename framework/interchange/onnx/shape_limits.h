// Limits the expressions of the sizes that a model leaves open.
#pragma once

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/types/symbolic_size.h"

namespace paddle::onnx {

// Throws Unimplemented for a shape of which a size, or the number of elements,
// is an expression that no real model has: of more than 4096 letters, or 1000
// products of sums. Operators multiply the sizes of what they read, so that
// without a limit a small file could fill the memory.
void CheckShape(const framework::proto::VarDesc& var,
                const framework::SizeAlgebra& sizes);

}  // namespace paddle::onnx
