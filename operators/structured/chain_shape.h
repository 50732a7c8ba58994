// Shapes of conditional random fields of linear chains.
#pragma once

#include "paddle/framework/registry/infer_shape_context.h"
#include "paddle/framework/registry/op_flops.h"

namespace paddle::operators {

// Checks the inputs Emission, sequences of rows [rows, tags], and Transition,
// [tags + 2, tags], and Label, if there is one. InvalidArgument, naming the
// shapes, if they do not fit.
void CheckChain(framework::InferShapeContext* context);

// Counts what it takes to go along the chain once.
double ChainFlops(const framework::FlopsContext& op);

}  // namespace paddle::operators
