// Applies weight decay to gradients with operators.
#pragma once

#include "absl/types/optional.h"

#include "paddle/backward/param_and_grad.h"
#include "paddle/framework/layers/param_attr.h"

namespace paddle::backward {

// Appends the operators that add a regularizer's gradient to each gradient, and
// returns the parameters with the new gradients. A parameter's own regularizer
// takes precedence over `otherwise`.
//
//   L1: grad + coefficient * sign(param)     L2: grad + coefficient * param
//
// The sum with a SelectedRows gradient is dense, as decay reaches every row.
ParamsAndGrads AppendRegularization(
    const ParamsAndGrads& params_and_grads,
    const absl::optional<layer::Regularizer>& otherwise = {});

}  // namespace paddle::backward
