#include "paddle/operators/pooling/pool_schema_base.h"

namespace paddle::operators {

// The gradient reads Mask, and X not at all.
REGISTER_OP(max_pool2d_with_index, PoolOp(2, /*with_index=*/true),
            PoolOpMaker(2, /*with_index=*/true), max_pool2d_with_index_grad,
            framework::GradOpSchema({"Mask"}));
REGISTER_OP_FLOPS(max_pool2d_with_index, PoolFlops);

}  // namespace paddle::operators
