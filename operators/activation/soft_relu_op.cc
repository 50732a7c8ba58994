#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {

REGISTER_OP(
    soft_relu, ActivationOp,
    ActivationOpMaker(
        "log(1 + exp(x)) where x = min(max(X, -threshold), threshold)", "",
        {{"threshold", "The greatest |x|.", 40, ActivationAttr::kPositive}}),
    soft_relu_grad, ActivationGradFromX);
REGISTER_OP_FLOPS(soft_relu, framework::FlopsOfEach("Out", 4));

}  // namespace paddle::operators
