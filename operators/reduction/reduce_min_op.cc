#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/reduction/schema_base.h"

namespace paddle::operators {

// Several smallest elements share the gradient evenly.
REGISTER_OP(reduce_min, ReduceOp,
            ReduceOpMaker("the smallest element (NaN if there is one)",
                          "inf, or the highest integer"),
            reduce_min_grad, framework::GradOpSchema({"X", "Out"}));
REGISTER_OP_FLOPS(reduce_min, framework::FlopsOfEach("X", 1));

}  // namespace paddle::operators
