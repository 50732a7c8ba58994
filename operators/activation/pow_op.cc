#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {

REGISTER_ACTIVATION(
    pow, ActivationGradFromX, /*operations=*/1, "X to the power of factor",
    "0^0 is 1; a negative number to a power that is not whole is NaN.",
    {{"factor", "The power.", 1}});

}  // namespace paddle::operators
