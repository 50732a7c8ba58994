#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/indexing/arg_base.h"

namespace paddle::operators {

REGISTER_OP_WITHOUT_GRADIENT(argmax, ArgOp, ArgOpMaker("largest"));
REGISTER_OP_FLOPS(argmax, framework::FlopsOfEach("X", 1));

}  // namespace paddle::operators
