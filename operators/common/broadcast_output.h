// Shape inference of operators on two operands that broadcast.
#pragma once

#include "paddle/framework/registry/infer_shape_context.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"

namespace paddle::operators {

// True for an operand that has the rows of the result, and so its LoD: it is
// not repeated along axis 0.
bool HasRowsOf(const framework::Dims& operand, const framework::Dims& out);

// Sets Out to the shape that X and a Y of shape `y_dims` broadcast to, with the
// LoD of the operand that has its rows. Throws InvalidArgument, naming shapes
// or types, if they do not broadcast or X and Y differ in data type.
void SetBroadcastOutput(framework::InferShapeContext* context,
                        const framework::Dims& y_dims,
                        framework::DataType out_type);

}  // namespace paddle::operators
