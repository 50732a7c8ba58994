#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/reduction/schema_base.h"

namespace paddle::operators {

REGISTER_OP(reduce_prod, ReduceOp,
            ReduceOpMaker("the product", "1. Integers wrap around"),
            reduce_prod_grad, framework::GradOpSchema({"X", "Out"}));
REGISTER_OP_FLOPS(reduce_prod, framework::FlopsOfEach("X", 1));

}  // namespace paddle::operators
