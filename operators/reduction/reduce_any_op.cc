#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/reduction/schema_base.h"

namespace paddle::operators {

REGISTER_OP_WITHOUT_GRADIENT(reduce_any, ReduceTruthOp,
                             ReduceOpMaker("whether any element is true",
                                           "false",
                                           ", and an X that is not bool"));
REGISTER_OP_FLOPS(reduce_any, framework::FlopsOfEach("X", 1));

}  // namespace paddle::operators
