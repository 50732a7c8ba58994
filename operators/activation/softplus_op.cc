#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {

REGISTER_OP(softplus, ActivationOp,
            ActivationOpMaker("log(1 + exp(X))", "Neither end overflows."),
            softplus_grad, ActivationGradFromX);
REGISTER_OP_FLOPS(softplus, framework::FlopsOfEach("Out", 4));

}  // namespace paddle::operators
