#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/logical/schema_base.h"

namespace paddle::operators {

REGISTER_OP_WITHOUT_GRADIENT(equal, ComparisonOp,
                             ComparisonOpMaker("whether X is Y"));
REGISTER_OP_FLOPS(equal, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators
