#include "paddle/operators/pooling/pool_schema_base.h"

namespace paddle::operators {

REGISTER_OP(pool3d, PoolOp<3>, PoolOpMaker<3>, pool3d_grad, PoolGradOp);

}  // namespace paddle::operators
