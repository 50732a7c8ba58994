#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {

REGISTER_ACTIVATION(asinh, ActivationGradFromX, /*operations=*/1,
                    "log(X + sqrt(X^2 + 1))",
                    "Infinities stay; it is accurate near 0, too. The "
                    "derivative is 1 / sqrt(1 + X^2).");

}  // namespace paddle::operators
