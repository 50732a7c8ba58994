#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {

REGISTER_ACTIVATION(tan, ActivationGradFromOut, /*operations=*/1,
                    "tan(X), X in radians",
                    "An infinite X gives NaN. The derivative is 1 + Out^2.");

}  // namespace paddle::operators
