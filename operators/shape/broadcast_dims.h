// Infers the output shape of operators that broadcast a tensor.
#pragma once

#include "paddle/framework/registry/infer_shape_context.h"
#include "paddle/framework/types/dims.h"

namespace paddle::operators {

// Gives Out the shape `target` and the data type of X, which is broadcast by
// NumPy's rule: shapes are aligned at the last axis, missing leading axes are
// added and axes of size 1 repeated. Out has the LoD of X if their first axes
// agree. Throws InvalidArgument, naming both shapes, if X cannot be broadcast
// to `target`. Sizes may be symbols: a size that may turn out to be equal is
// accepted.
void SetBroadcastOut(framework::InferShapeContext* context,
                     const framework::Dims& target);

}  // namespace paddle::operators
