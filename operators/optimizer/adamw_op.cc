#include "paddle/operators/optimizer/optimizer_maker.h"

namespace paddle::operators {
namespace {

void DescribeAdamW(OptimizerOpMaker* op) {
  op->AddMoments();
  op->AddPowers();
  op->AddMomentAttrs();
  op->AddAttr<double>("coeff", "The weight decay.").SetDefault(0.01).AtLeast(0);
  op->AddLazyMode();
  op->AddRule(
      "Param *= 1 - LearningRate * coeff, and then a step of adam. Source: "
      "Loshchilov and Hutter, Decoupled Weight Decay Regularization, 2019.");
}

}  // namespace

REGISTER_OPTIMIZER(adamw, DescribeAdamW, /*operations=*/12);
REGISTER_ELEMENTWISE_UPDATE(adamw);

}  // namespace paddle::operators
