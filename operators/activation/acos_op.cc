#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {

REGISTER_ACTIVATION(acos, ActivationGradFromX, /*operations=*/1,
                    "the angle in [0, pi] whose cosine is X",
                    "An X outside of [-1, 1] gives NaN. The derivative is -1 / "
                    "sqrt(1 - X^2), infinite at both ends.");

}  // namespace paddle::operators
