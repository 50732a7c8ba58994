// Gradient clipping, as operators on gradients.
#pragma once

#include "absl/types/optional.h"

#include "paddle/backward/param_and_grad.h"
#include "paddle/framework/layers/param_attr.h"

namespace paddle::backward {

// Appends what clips each gradient, and returns the parameters with the new
// ones. A parameter's own clip goes before `otherwise`.
//
//   by value:        each element into [min, max]
//   by norm:         grad / max(1, |grad| / norm)
//   by global norm:  the same, with the norm of all gradients of the group
//                    (which must agree on `norm`) taken together
//
// A gradient within its norm keeps its bits. SelectedRows stay SelectedRows and
// are clipped as the dense gradient would be; rows that repeat are added up
// first. InvalidArgument for them if [min, max] does not hold zero.
ParamsAndGrads AppendGradientClip(
    const ParamsAndGrads& params_and_grads,
    const absl::optional<layer::GradientClip>& otherwise = {});

}  // namespace paddle::backward
