#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {

REGISTER_OP(swish, ActivationOp,
            ActivationOpMaker(
                "X / (1 + exp(-beta * X))",
                "Source: Ramachandran, Zoph and Le 2017, arXiv:1710.05941.",
                {{"beta", "How steep the sigmoid is.", 1}}),
            swish_grad, ActivationGradFromX);
REGISTER_OP_FLOPS(swish, framework::FlopsOfEach("Out", 4));

}  // namespace paddle::operators
