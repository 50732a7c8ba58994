#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/random/distributions.h"
#include "paddle/operators/random/random_base.h"

namespace paddle::operators {

REGISTER_OP_WITHOUT_GRADIENT(
    gaussian_random, RandomOp,
    NormalOpMaker<RandomOpMaker>(
        "Out = mean + std * z, with z drawn from the standard normal "
        "distribution for each element. Errors: InvalidArgument for a negative "
        "size; Unimplemented, when run, for another data type."));
REGISTER_OP_FLOPS(gaussian_random, framework::NoFlops());

}  // namespace paddle::operators
