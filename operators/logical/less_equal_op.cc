#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/logical/schema_base.h"

namespace paddle::operators {

REGISTER_OP_WITHOUT_GRADIENT(less_equal, ComparisonOp,
                             ComparisonOpMaker("X <= Y"));
REGISTER_OP_FLOPS(less_equal, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators
