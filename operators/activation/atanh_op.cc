#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {

REGISTER_ACTIVATION(atanh, ActivationGradFromX, /*operations=*/1,
                    "log((1 + X) / (1 - X)) / 2",
                    "-1 and 1 give infinities, and an X beyond them NaN. The "
                    "derivative is 1 / (1 - X^2).");

}  // namespace paddle::operators
