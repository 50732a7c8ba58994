#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {

REGISTER_OP(
    elu, ActivationOp,
    ActivationOpMaker(
        "X where X > 0, else alpha * (exp(X) - 1)",
        "Source: Clevert, Unterthiner and Hochreiter 2015, arXiv:1511.07289.",
        {{"alpha", "-alpha is the limit for X = -inf.", 1}}),
    elu_grad, ActivationGradFromX);
REGISTER_OP_FLOPS(elu, framework::FlopsOfEach("Out", 4));

}  // namespace paddle::operators
