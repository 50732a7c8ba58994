// Weight decay, as operators on gradients.
#pragma once

#include "absl/types/optional.h"

#include "paddle/backward/param_and_grad.h"
#include "paddle/framework/layers/param_attr.h"

namespace paddle::backward {

// Appends what adds a regularizer's gradient to each gradient, and returns the
// parameters with the new ones. A parameter's own regularizer goes before
// `otherwise`.
//
//   L1: grad + coefficient * sign(param)     L2: grad + coefficient * param
//
// The sum with a SelectedRows gradient is dense, as decay reaches every row.
ParamsAndGrads AppendRegularization(
    const ParamsAndGrads& params_and_grads,
    const absl::optional<layer::Regularizer>& otherwise = {});

}  // namespace paddle::backward
