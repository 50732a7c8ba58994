#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {

REGISTER_ACTIVATION(acosh, ActivationGradFromX, /*operations=*/1,
                    "log(X + sqrt(X^2 - 1))",
                    "An X below 1 gives NaN. The derivative is 1 / sqrt(X^2 - "
                    "1), infinite at 1.");

}  // namespace paddle::operators
