#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/reduction/schema_base.h"

namespace paddle::operators {

REGISTER_OP_WITHOUT_GRADIENT(reduce_all, ReduceTruthOp,
                             ReduceOpMaker("whether all elements are true",
                                           "true",
                                           ", and an X that is not bool"));
REGISTER_OP_FLOPS(reduce_all, framework::FlopsOfEach("X", 1));

}  // namespace paddle::operators
