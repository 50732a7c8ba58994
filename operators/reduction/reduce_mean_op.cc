#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/reduction/schema_base.h"

namespace paddle::operators {

REGISTER_OP(reduce_mean, ReduceOp, ReduceOpMaker("the mean", "NaN"),
            reduce_mean_grad, framework::GradOpSchema({}));
REGISTER_OP_FLOPS(reduce_mean, framework::FlopsOfEach("X", 1));

}  // namespace paddle::operators
