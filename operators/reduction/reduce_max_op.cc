#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/reduction/schema_base.h"

namespace paddle::operators {
namespace {

class ReduceMaxOpMaker : public ReduceOpMaker {
 public:
  ReduceMaxOpMaker()
      : ReduceOpMaker("the greatest element (NaN if there is one)",
                      "-inf, or the lowest integer") {}
};

// Several greatest elements share the gradient evenly.
class ReduceMaxGradOp : public framework::GradOpSchema {
 public:
  ReduceMaxGradOp() : GradOpSchema({"X", "Out"}) {}
};

}  // namespace

REGISTER_OP(reduce_max, ReduceOp, ReduceMaxOpMaker, reduce_max_grad,
            ReduceMaxGradOp);
REGISTER_OP_FLOPS(reduce_max, framework::FlopsOfEach("X", 1));

}  // namespace paddle::operators
