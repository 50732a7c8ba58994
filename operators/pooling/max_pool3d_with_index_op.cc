#include "paddle/operators/pooling/pool_schema_base.h"

namespace paddle::operators {

// The gradient reads Mask, and X not at all.
REGISTER_OP(max_pool3d_with_index, PoolOp(3, /*with_index=*/true),
            PoolOpMaker(3, /*with_index=*/true), max_pool3d_with_index_grad,
            framework::GradOpSchema({"Mask"}));
REGISTER_OP_FLOPS(max_pool3d_with_index, PoolFlops);

}  // namespace paddle::operators
