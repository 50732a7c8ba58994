#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {

REGISTER_ACTIVATION(hard_sigmoid, ActivationGradFromOut, /*operations=*/4,
                    "min(max(slope * X + offset, 0), 1)",
                    "The derivative is slope where 0 < Out < 1 and for NaN, "
                    "and 0 elsewhere, also at the kinks.",
                    {{"slope", "The slope between 0 and 1.", 0.2},
                     {"offset", "The value for X = 0.", 0.5}});
REGISTER_PRECISION(hard_sigmoid, kFollows);

}  // namespace paddle::operators
