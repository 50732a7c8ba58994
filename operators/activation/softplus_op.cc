#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {

REGISTER_ACTIVATION(
    softplus, ActivationGradFromX, /*operations=*/4, "log(1 + exp(X))",
    "Neither end overflows: Out is 0 for X = -inf, and X itself for a large X. "
    "The derivative is 1 / (1 + exp(-X)).");

}  // namespace paddle::operators
