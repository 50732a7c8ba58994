#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/reduction/schema_base.h"

namespace paddle::operators {

REGISTER_OP(reduce_sum, ReduceOp,
            ReduceOpMaker("the sum", "0. Integers wrap around"),
            reduce_sum_grad, framework::GradOpSchema({}));
REGISTER_OP_FLOPS(reduce_sum, framework::FlopsOfEach("X", 1));

}  // namespace paddle::operators
