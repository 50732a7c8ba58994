#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {

REGISTER_ACTIVATION(
    softshrink, ActivationGradFromX, /*operations=*/4,
    "X - lambda for X > lambda, X + lambda for X < -lambda, else 0", "",
    {{"lambda", "Numbers up to this far from 0 become 0.", 0.5,
      ActivationAttr::kNotNegative}});

}  // namespace paddle::operators
