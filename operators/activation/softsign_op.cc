#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {

REGISTER_OP(softsign, ActivationOp, ActivationOpMaker("X / (1 + |X|)"),
            softsign_grad, ActivationGradFromX);
REGISTER_OP_FLOPS(softsign, framework::FlopsOfEach("Out", 4));

}  // namespace paddle::operators
