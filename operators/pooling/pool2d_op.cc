#include "paddle/operators/pooling/pool_schema_base.h"

namespace paddle::operators {

// The gradient reads X, to find the largest elements again.
REGISTER_OP(pool2d, PoolOp(2), PoolOpMaker(2), pool2d_grad,
            framework::GradOpSchema({"X"}));
REGISTER_OP_FLOPS(pool2d, PoolFlops);

}  // namespace paddle::operators
