#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {

REGISTER_ACTIVATION(
    expm1, ActivationGradFromOut, /*operations=*/1,
    "exp(X) - 1, accurate for small X too",
    "Out lies in [-1, inf]: -1 for X = -inf, and inf where exp(X) overflows. "
    "The derivative is exp(X), computed as Out + 1.");

}  // namespace paddle::operators
