#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {

REGISTER_ACTIVATION(mish, ActivationGradFromX, /*operations=*/4,
                    "X * tanh(log(1 + exp(X)))",
                    "Out tends to 0 for X = -inf, which itself gives NaN, and "
                    "to X for X = inf; it has a minimum of about -0.31 near X "
                    "= -1.19. Source: Misra 2019, arXiv:1908.08681.");
REGISTER_PRECISION(mish, kFollows);

}  // namespace paddle::operators
