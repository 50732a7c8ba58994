#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {

REGISTER_OP(tanh_shrink, ActivationOp, ActivationOpMaker("X - tanh(X)"),
            tanh_shrink_grad, ActivationGradFromX);
REGISTER_OP_FLOPS(tanh_shrink, framework::FlopsOfEach("Out", 4));

}  // namespace paddle::operators
