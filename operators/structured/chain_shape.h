// Shapes of conditional random fields of linear chains.
#pragma once

#include "paddle/framework/registry/infer_shape_context.h"

namespace paddle::operators {

// Checks the inputs Emission, sequences of rows [rows, tags], and Transition,
// [tags + 2, tags], and Label, if there is one. InvalidArgument, naming the
// shapes, if they do not fit.
void CheckChain(framework::InferShapeContext* context);

}  // namespace paddle::operators
