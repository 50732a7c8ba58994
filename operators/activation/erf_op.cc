#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {

REGISTER_ACTIVATION(
    erf, ActivationGradFromX, /*operations=*/1,
    "erf(X) = 2 / sqrt(pi) * (integral of exp(-t^2) from 0 to X)",
    "Out lies in [-1, 1], and is -1 and 1 at the infinities. The derivative is "
    "exp(-X^2) times the same 2 / sqrt(pi).");

}  // namespace paddle::operators
