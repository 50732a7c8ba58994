#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {

REGISTER_OP(expm1, ActivationOp,
            ActivationOpMaker("exp(X) - 1, accurate for small X too"),
            expm1_grad, ActivationGradFromOut);
REGISTER_OP_FLOPS(expm1, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators
