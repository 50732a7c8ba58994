#include "paddle/operators/pooling/pool_schema_base.h"

namespace paddle::operators {

REGISTER_OP(pool2d, PoolOp<2>, PoolOpMaker<2>, pool2d_grad, PoolGradOp);

}  // namespace paddle::operators
