#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/reduction/schema_base.h"

namespace paddle::operators {
namespace {

class ReduceAllOpMaker : public ReduceOpMaker {
 public:
  ReduceAllOpMaker()
      : ReduceOpMaker("whether all elements are true", "true",
                      ", and an X that is not bool") {}
};

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(reduce_all, ReduceTruthOp, ReduceAllOpMaker);
REGISTER_OP_FLOPS(reduce_all, framework::FlopsOfEach("X", 1));

}  // namespace paddle::operators
