#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {

REGISTER_OP(reciprocal, ActivationOp, ActivationOpMaker("1 / X"),
            reciprocal_grad, ActivationGradFromOut);
REGISTER_OP_FLOPS(reciprocal, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators
