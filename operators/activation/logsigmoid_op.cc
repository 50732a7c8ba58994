#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {

REGISTER_OP(logsigmoid, ActivationOp,
            ActivationOpMaker("log(1 / (1 + exp(-X)))"), logsigmoid_grad,
            ActivationGradFromX);
REGISTER_OP_FLOPS(logsigmoid, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators
