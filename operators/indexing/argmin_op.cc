#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/indexing/arg_base.h"

namespace paddle::operators {

REGISTER_OP_WITHOUT_GRADIENT(argmin, ArgOp, ArgOpMaker("smallest"));
REGISTER_OP_FLOPS(argmin, framework::FlopsOfEach("X", 1));

}  // namespace paddle::operators
