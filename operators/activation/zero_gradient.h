// The gradient of step functions.
#pragma once

#include <vector>

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/registry/gradient.h"

namespace paddle::operators {

// A gradient maker: zeros like X. A step function is constant but where it
// jumps, where it has no derivative; PyTorch gives zeros everywhere as well.
std::vector<framework::proto::OpDesc> ZeroGradient(
    const framework::proto::OpDesc& forward, framework::GradContext* context);

}  // namespace paddle::operators
