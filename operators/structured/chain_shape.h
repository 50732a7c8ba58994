// Shape inference shared by operators on linear-chain conditional random
// fields.
#pragma once

#include "paddle/framework/registry/infer_shape_context.h"
#include "paddle/framework/registry/op_flops.h"

namespace paddle::operators {

// Checks the inputs Emission, sequences of rows [rows, tags], Transition, [tags
// + 2, tags], and Label, if given, one per row. Throws InvalidArgument, naming
// the shapes, if they do not fit or have different data types. Sizes may be
// symbols. Called by the shape functions of both operators.
void CheckChain(framework::InferShapeContext* context);

// Counts what it takes to go along the chain once.
double ChainFlops(const framework::FlopsContext& op);

}  // namespace paddle::operators
