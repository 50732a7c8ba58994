// Makes the default values of data that need not be fed.
#pragma once

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/tensor/lod_tensor.h"

namespace paddle::framework {

// Returns the default value of a variable that has one, in memory of its own.
// Throws InvalidArgument if it does not fit the variable (see
// framework/ir/default_value.h).
LoDTensor DefaultValueOf(const proto::VarDesc& var);

}  // namespace paddle::framework
