#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {

REGISTER_OP(erf, ActivationOp,
            ActivationOpMaker(
                "erf(X) = 2 / sqrt(pi) * (integral of exp(-t^2) from 0 to X)"),
            erf_grad, ActivationGradFromX);
REGISTER_OP_FLOPS(erf, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators
