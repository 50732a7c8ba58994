#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {

REGISTER_OP(relu, ActivationOp, ActivationOpMaker("max(X, 0)"), relu_grad,
            ActivationGradFromOut);
REGISTER_OP_FLOPS(relu, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators
