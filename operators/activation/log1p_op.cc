#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {

REGISTER_OP(
    log1p, ActivationOp,
    ActivationOpMaker(
        "log(1 + X), accurate for small X too (-inf for -1, NaN below)"),
    log1p_grad, ActivationGradFromX);
REGISTER_OP_FLOPS(log1p, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators
