#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/reduction/schema_base.h"

namespace paddle::operators {
namespace {

class ReduceMeanOpMaker : public ReduceOpMaker {
 public:
  ReduceMeanOpMaker() : ReduceOpMaker("the mean", "NaN") {}
};

class ReduceMeanGradOp : public framework::GradOpSchema {
 public:
  ReduceMeanGradOp() : GradOpSchema({}) {}
};

}  // namespace

REGISTER_OP(reduce_mean, ReduceOp, ReduceMeanOpMaker, reduce_mean_grad,
            ReduceMeanGradOp);
REGISTER_OP_FLOPS(reduce_mean, framework::FlopsOfEach("X", 1));

}  // namespace paddle::operators
