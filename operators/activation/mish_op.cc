#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {

REGISTER_OP(mish, ActivationOp,
            ActivationOpMaker("X * tanh(log(1 + exp(X)))",
                              "Source: Misra 2019, arXiv:1908.08681."),
            mish_grad, ActivationGradFromX);
REGISTER_OP_FLOPS(mish, framework::FlopsOfEach("Out", 4));

}  // namespace paddle::operators
