#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {

REGISTER_ACTIVATION(
    elu, ActivationGradFromX, /*operations=*/4,
    "X where X > 0, else alpha * (exp(X) - 1)",
    "Source: Clevert, Unterthiner and Hochreiter 2015, arXiv:1511.07289.",
    {{"alpha", "-alpha is the limit for X = -inf.", 1}});
REGISTER_PRECISION(elu, kFollows);

}  // namespace paddle::operators
