#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {

REGISTER_OP(softshrink, ActivationOp,
            ActivationOpMaker(
                "X - lambda for X > lambda, X + lambda for X < -lambda, else 0",
                "",
                {{"lambda", "Numbers up to this far from 0 become 0.", 0.5,
                  ActivationAttr::kNotNegative}}),
            softshrink_grad, ActivationGradFromX);
REGISTER_OP_FLOPS(softshrink, framework::FlopsOfEach("Out", 4));

}  // namespace paddle::operators
