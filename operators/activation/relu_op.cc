#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {

REGISTER_ACTIVATION(relu, ActivationGradFromOut, /*operations=*/1, "max(X, 0)",
                    "The derivative is 1 where X > 0 and 0 where X <= 0, also "
                    "at the kink X = 0; NaN passes the gradient on.");
REGISTER_PRECISION(relu, kFollows);

}  // namespace paddle::operators
