// The output of operators on two operands that broadcast.
#pragma once

#include "paddle/framework/registry/infer_shape_context.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"

namespace paddle::operators {

// Gives Out the dims to which X and a Y of `y_dims` broadcast, and the
// sequences of the operand that has its rows. InvalidArgument, naming both
// shapes or types, if they do not broadcast or X and Y differ in type.
void SetBroadcastOutput(framework::InferShapeContext* context,
                        const framework::Dims& y_dims,
                        framework::DataType out_type);

}  // namespace paddle::operators
