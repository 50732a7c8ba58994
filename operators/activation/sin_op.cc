#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {

REGISTER_ACTIVATION(
    sin, ActivationGradFromX, /*operations=*/1, "sin(X), X in radians",
    "Out lies in [-1, 1]; an infinite X gives NaN. The derivative is cos(X).");

}  // namespace paddle::operators
