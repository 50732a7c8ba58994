// The gradient of step functions such as ceil, floor, round and sign: zeros.
#pragma once

#include <vector>

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/registry/gradient.h"

namespace paddle::operators {

// Returns the gradient operator of a step function, which fills X@GRAD with
// zeros of X's shape; nothing if no gradient of X is wanted. A step function is
// constant except where it jumps, and has no derivative there; PyTorch, too,
// gives zeros everywhere. The zeros are written nevertheless, so that what X
// was computed from has a gradient.
std::vector<framework::proto::OpDesc> ZeroGradient(
    const framework::proto::OpDesc& forward, framework::GradContext* context);

}  // namespace paddle::operators
