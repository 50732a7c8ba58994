#include "paddle/operators/pooling/pool_schema_base.h"

namespace paddle::operators {

REGISTER_OP(max_pool2d_with_index, MaxPoolWithIndexOp<2>,
            MaxPoolWithIndexOpMaker<2>, max_pool2d_with_index_grad,
            MaxPoolWithIndexGradOp);
REGISTER_OP_FLOPS(max_pool2d_with_index, PoolFlops);

}  // namespace paddle::operators
