#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {

REGISTER_ACTIVATION(
    soft_relu, ActivationGradFromX, /*operations=*/4,
    "log(1 + exp(x)) where x = min(max(X, -threshold), threshold)", "",
    {{"threshold", "The greatest |x|.", 40, ActivationAttr::kPositive}});

}  // namespace paddle::operators
