#include "paddle/framework/registry/op_flops.h"
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
REGISTER_OP_FLOPS(reduce_sum, framework::FlopsOfEach("X", 1));

}  // namespace paddle::operators
