// Declares what the schemas of operators between real numbers and integers
// share.
#pragma once

#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/types/data_type.h"

namespace paddle::operators {

// Declares ZeroPoint and axis.
void AddZeroPointAndAxis(framework::OpMaker* op);

// Throws InvalidArgument, naming the operator, unless Scale is of
// `scale_type`, has one element or one for each index of the axis of X, and
// ZeroPoint, if there is one, is like it, of `integer`.
void CheckScales(const framework::InferShapeContext& context,
                 framework::DataType scale_type, framework::DataType integer);

}  // namespace paddle::operators
