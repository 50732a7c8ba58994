#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/reduction/whole_base.h"

namespace paddle::operators {
namespace {

class MeanOpMaker : public WholeOpMaker {
 public:
  MeanOpMaker()
      : WholeOpMaker(
            "Out = sum of X / number of elements; NaN if there are none.") {}
};

class MeanGradOp : public framework::GradOpSchema {
 public:
  MeanGradOp() : GradOpSchema({}) {}
};

}  // namespace

REGISTER_OP(mean, WholeOp, MeanOpMaker, mean_grad, MeanGradOp);
REGISTER_OP_FLOPS(mean, framework::FlopsOfEach("X", 1));

}  // namespace paddle::operators
