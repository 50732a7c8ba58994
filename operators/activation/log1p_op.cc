#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {

REGISTER_ACTIVATION(
    log1p, ActivationGradFromX, /*operations=*/1,
    "log(1 + X), accurate for small X too (-inf for -1, NaN below)",
    "The derivative is 1 / (1 + X): inf for -1, and a number below -1, too, "
    "where Out is NaN.");

}  // namespace paddle::operators
