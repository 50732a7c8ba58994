// Promotes operands of different data types to a common one.
#pragma once

#include "paddle/framework/layers/number.h"
#include "paddle/framework/layers/variable.h"

namespace paddle::layer {

// Returns the type that NumPy promotes two types to: float64 for float32 and
// int32.
DataType PromoteTypes(DataType a, DataType b);

// Returns x converted to another type; x itself if it has the type.
Variable CastTo(const Variable& x, DataType dtype);

// Returns a scalar in the program of `like`, of the type that both promote to.
// Throws InvalidArgument, naming `like`, for a number that the type cannot
// represent.
Variable ConstantBeside(const Variable& like, Number number);

}  // namespace paddle::layer
