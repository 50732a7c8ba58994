#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {

REGISTER_OP(silu, ActivationOp,
            ActivationOpMaker(
                "X / (1 + exp(-X))",
                "Source: Elfwing, Uchibe and Doya 2017, arXiv:1702.03118."),
            silu_grad, ActivationGradFromX);
REGISTER_OP_FLOPS(silu, framework::FlopsOfEach("Out", 4));

}  // namespace paddle::operators
