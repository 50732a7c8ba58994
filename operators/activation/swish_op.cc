#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {

REGISTER_ACTIVATION(swish, ActivationGradFromX, /*operations=*/4,
                    "X / (1 + exp(-beta * X))",
                    "Source: Ramachandran, Zoph and Le 2017, arXiv:1710.05941.",
                    {{"beta", "How steep the sigmoid is.", 1}});
REGISTER_PRECISION(swish, kFollows);

}  // namespace paddle::operators
