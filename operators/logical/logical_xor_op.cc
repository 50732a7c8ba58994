#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/logical/schema_base.h"

namespace paddle::operators {

REGISTER_OP_WITHOUT_GRADIENT(logical_xor, LogicalOp,
                             LogicalOpMaker("either X or Y, but not both"));
REGISTER_OP_FLOPS(logical_xor, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators
