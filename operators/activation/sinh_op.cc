#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {

REGISTER_ACTIVATION(
    sinh, ActivationGradFromX, /*operations=*/1, "(exp(X) - exp(-X)) / 2",
    "Infinities stay; it is accurate near 0, too. The derivative is cosh(X).");

}  // namespace paddle::operators
