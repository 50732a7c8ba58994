#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {

REGISTER_OP(sin, ActivationOp, ActivationOpMaker("sin(X), X in radians"),
            sin_grad, ActivationGradFromX);
REGISTER_OP_FLOPS(sin, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators
