#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {

REGISTER_ACTIVATION(asin, ActivationGradFromX, /*operations=*/1,
                    "the angle in [-pi / 2, pi / 2] whose sine is X",
                    "An X outside of [-1, 1] gives NaN. The derivative is 1 / "
                    "sqrt(1 - X^2), infinite at both ends.");

}  // namespace paddle::operators
