// Clips gradients with operators.
#pragma once

#include "absl/types/optional.h"

#include "paddle/backward/param_and_grad.h"
#include "paddle/framework/layers/param_attr.h"

namespace paddle::backward {

// Appends the operators that clip each gradient, to the current block if it
// sees the gradients, else to theirs, and returns the parameters with the new
// gradients. A parameter's own clip takes precedence over `otherwise`.
//
//   by value:        each element is limited to [min, max]
//   by norm:         grad / max(1, |grad| / norm)
//   by global norm:  the same, with the norm of all gradients of the group
//                    (which must agree on `norm`) taken together
//
// A gradient within its norm keeps its bits. SelectedRows stay SelectedRows and
// are clipped like the dense gradient; repeated rows are added first. Throws
// InvalidArgument for them if [min, max] does not contain zero.
ParamsAndGrads AppendGradientClip(
    const ParamsAndGrads& params_and_grads,
    const absl::optional<layer::GradientClip>& otherwise = {});

}  // namespace paddle::backward
