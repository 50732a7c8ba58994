#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {

REGISTER_OP(rsqrt, ActivationOp,
            ActivationOpMaker("1 / sqrt(X) (inf for 0, NaN below)"), rsqrt_grad,
            ActivationGradFromOut);
REGISTER_OP_FLOPS(rsqrt, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators
