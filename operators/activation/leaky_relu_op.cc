#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {

REGISTER_ACTIVATION(
    leaky_relu, ActivationGradFromX, /*operations=*/1,
    "X where X > 0, else alpha * X",
    "The derivative is 1 where X > 0, else alpha, also at the kink X = 0.",
    {{"alpha", "The slope below 0.", 0.02}});
REGISTER_PRECISION(leaky_relu, kFollows);

}  // namespace paddle::operators
