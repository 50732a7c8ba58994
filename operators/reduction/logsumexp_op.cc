#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/reduction/schema_base.h"

namespace paddle::operators {

REGISTER_OP(logsumexp, ReduceOp,
            ReduceOpMaker("log(sum(exp(X))), which does not overflow", "-inf"),
            logsumexp_grad, framework::GradOpSchema({"X", "Out"}));
REGISTER_OP_FLOPS(logsumexp, framework::FlopsOfEach("X", 2));

}  // namespace paddle::operators
