#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_upgrade.h"
#include "paddle/operators/random/distributions.h"
#include "paddle/operators/random/random_batch_size_like.h"

namespace paddle::operators {

REGISTER_OP_WITHOUT_GRADIENT(
    uniform_random_batch_size_like, UniformOp<RandomBatchSizeLikeOp>,
    UniformOpMaker<RandomBatchSizeLikeOpMaker>(
        "As uniform_random, for a batch: with Input [N, 5] and shape [-1, 3], "
        "Out is [N, 3]. Errors: InvalidArgument for a negative size, a data "
        "type that is not float32 or float64, and a min above max; OutOfRange "
        "for an axis that does not exist."));
REGISTER_OP_UPGRADE(uniform_random_batch_size_like, 1, CountRows);
REGISTER_OP_FLOPS(uniform_random_batch_size_like, framework::NoFlops());

}  // namespace paddle::operators
