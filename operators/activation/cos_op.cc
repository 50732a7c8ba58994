#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {

REGISTER_ACTIVATION(
    cos, ActivationGradFromX, /*operations=*/1, "cos(X), X in radians",
    "Out lies in [-1, 1]; an infinite X gives NaN. The derivative is -sin(X).");

}  // namespace paddle::operators
