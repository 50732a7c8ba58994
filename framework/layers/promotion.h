// The data type in which operands of different types meet.
#pragma once

#include "paddle/framework/layers/number.h"
#include "paddle/framework/layers/variable.h"

namespace paddle::layer {

// What NumPy makes of two types: float32 and int32 give float64.
DataType PromoteTypes(DataType a, DataType b);

// x as another type; x itself if it is of the type.
Variable CastTo(const Variable& x, DataType dtype);

// A scalar in the program of `like`, of the type in which the two meet.
// InvalidArgument, naming `like`, for a number that the type cannot hold.
Variable ConstantBeside(const Variable& like, Number number);

}  // namespace paddle::layer
