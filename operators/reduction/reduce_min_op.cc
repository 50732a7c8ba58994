#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/reduction/schema_base.h"

namespace paddle::operators {
namespace {

class ReduceMinOpMaker : public ReduceOpMaker {
 public:
  ReduceMinOpMaker()
      : ReduceOpMaker("the smallest element (NaN if there is one)",
                      "inf, or the highest integer") {}
};

// Several smallest elements share the gradient evenly.
class ReduceMinGradOp : public framework::GradOpSchema {
 public:
  ReduceMinGradOp() : GradOpSchema({"X", "Out"}) {}
};

}  // namespace

REGISTER_OP(reduce_min, ReduceOp, ReduceMinOpMaker, reduce_min_grad,
            ReduceMinGradOp);
REGISTER_OP_FLOPS(reduce_min, framework::FlopsOfEach("X", 1));

}  // namespace paddle::operators
