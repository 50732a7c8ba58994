#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/logical/schema_base.h"

namespace paddle::operators {

REGISTER_OP_WITHOUT_GRADIENT(logical_and, LogicalOp, LogicalOpMaker("X and Y"));
REGISTER_OP_FLOPS(logical_and, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators
