// Data that need not be fed: from description to tensor.
#pragma once

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/tensor/lod_tensor.h"

namespace paddle::framework {

// The default value of a variable that has one, in memory of its own.
// InvalidArgument if it does not fit the variable (see
// framework/ir/default_value.h).
LoDTensor DefaultValueOf(const proto::VarDesc& var);

}  // namespace paddle::framework
