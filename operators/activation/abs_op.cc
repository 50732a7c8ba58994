#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {

REGISTER_OP(abs, ActivationOp,
            ActivationOpMaker("|X|", "The gradient at 0 is 0."), abs_grad,
            ActivationGradFromX);
REGISTER_OP_FLOPS(abs, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators
