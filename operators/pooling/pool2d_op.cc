#include "paddle/operators/pooling/pool_schema_base.h"

namespace paddle::operators {

REGISTER_OP(pool2d, PoolOp<2>, PoolOpMaker<2>, pool2d_grad, PoolGradOp);
REGISTER_OP_FLOPS(pool2d, PoolFlops);

}  // namespace paddle::operators
