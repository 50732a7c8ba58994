#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {

REGISTER_ACTIVATION(
    atan, ActivationGradFromX, /*operations=*/1,
    "the angle in [-pi / 2, pi / 2] whose tangent is X",
    "Infinities give -pi / 2 and pi / 2. The derivative is 1 / (1 + X^2).");

}  // namespace paddle::operators
