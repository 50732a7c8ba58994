#include "paddle/operators/pooling/pool_schema_base.h"

namespace paddle::operators {

// The gradient reads X, to find the largest elements again.
REGISTER_OP(pool3d, PoolOp(3), PoolOpMaker(3), pool3d_grad,
            framework::GradOpSchema({"X"}));
REGISTER_OP_FLOPS(pool3d, PoolFlops);

}  // namespace paddle::operators
