#include "paddle/operators/reduction/schema_base.h"

namespace paddle::operators {
namespace {

class ReduceMaxOpMaker : public ReduceOpMaker {
 public:
  ReduceMaxOpMaker()
      : ReduceOpMaker("the greatest element (NaN if there is one)",
                      "-inf, or the lowest integer") {}
};

// Where several elements are the greatest, they share the gradient evenly.
class ReduceMaxGradOp : public framework::GradOpSchema {
 public:
  ReduceMaxGradOp() : GradOpSchema({"X", "Out"}) {}
};

}  // namespace

REGISTER_OP(reduce_max, ReduceOp, ReduceMaxOpMaker, reduce_max_grad,
            ReduceMaxGradOp);

}  // namespace paddle::operators
