#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/reduction/schema_base.h"

namespace paddle::operators {

// Several greatest elements share the gradient evenly.
REGISTER_OP(reduce_max, ReduceOp,
            ReduceOpMaker("the greatest element (NaN if there is one)",
                          "-inf, or the lowest integer"),
            reduce_max_grad, framework::GradOpSchema({"X", "Out"}));
REGISTER_OP_FLOPS(reduce_max, framework::FlopsOfEach("X", 1));

}  // namespace paddle::operators
