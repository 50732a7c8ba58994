#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {

REGISTER_ACTIVATION(silu, ActivationGradFromX, /*operations=*/4,
                    "X / (1 + exp(-X))",
                    "Out tends to 0 for X = -inf, which itself gives NaN, and "
                    "to X for X = inf; it has a minimum of about -0.28 near X "
                    "= -1.28. The gradient at the infinities is NaN. Source: "
                    "Elfwing, Uchibe and Doya 2017, arXiv:1702.03118.");
REGISTER_PRECISION(silu, kFollows);

}  // namespace paddle::operators
