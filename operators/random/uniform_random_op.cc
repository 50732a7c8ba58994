#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/random/distributions.h"
#include "paddle/operators/random/random_base.h"

namespace paddle::operators {

REGISTER_OP_WITHOUT_GRADIENT(
    uniform_random, UniformOp<RandomOp>,
    UniformOpMaker<RandomOpMaker>(
        "Out = min + (max - min) * u, with u drawn uniformly from [0, 1) for "
        "each element. Errors: InvalidArgument for a negative size, and a min "
        "above max; Unimplemented, when run, for another data type."));
REGISTER_OP_FLOPS(uniform_random, framework::NoFlops());

}  // namespace paddle::operators
