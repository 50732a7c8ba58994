// Shapes that a tensor is spread to.
#pragma once

#include "paddle/framework/registry/infer_shape_context.h"
#include "paddle/framework/types/dims.h"

namespace paddle::operators {

// Sets Out to X spread to `target` by NumPy's rule: axes align at the last one,
// those of size 1 are repeated, and missing ones added in front. Out keeps the
// sequences of X if it has its rows. InvalidArgument, naming both shapes, if X
// does not broadcast.
void SpreadTo(framework::InferShapeContext* context,
              const framework::Dims& target);

}  // namespace paddle::operators
