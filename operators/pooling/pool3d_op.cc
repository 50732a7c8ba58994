#include "paddle/operators/pooling/pool_schema_base.h"

namespace paddle::operators {

REGISTER_OP(pool3d, PoolOp<3>, PoolOpMaker<3>, pool3d_grad, PoolGradOp);
REGISTER_OP_FLOPS(pool3d, PoolFlops);

}  // namespace paddle::operators
