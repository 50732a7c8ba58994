#include "paddle/operators/reduction/schema_base.h"

namespace paddle::operators {
namespace {

class ReduceSumOpMaker : public ReduceOpMaker {
 public:
  ReduceSumOpMaker() : ReduceOpMaker("the sum", "0. Integers wrap around") {}
};

class ReduceSumGradOp : public framework::GradOpSchema {
 public:
  ReduceSumGradOp() : GradOpSchema({}) {}
};

}  // namespace

REGISTER_OP(reduce_sum, ReduceOp, ReduceSumOpMaker, reduce_sum_grad,
            ReduceSumGradOp);

}  // namespace paddle::operators
