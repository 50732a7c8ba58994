#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {

REGISTER_OP(cos, ActivationOp, ActivationOpMaker("cos(X), X in radians"),
            cos_grad, ActivationGradFromX);
REGISTER_OP_FLOPS(cos, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators
