#include "paddle/operators/optimizer/optimizer_maker.h"

namespace paddle::operators {
namespace {

void DescribeProximalAdagrad(OptimizerOpMaker* op) {
  op->AddStep();
  op->AddState("Moment", "The sum of the squares of all gradients");
  op->AddStrength("l1", "How strongly parameters are pulled to zero.");
  op->AddStrength("l2", "How strongly parameters are shrunk.");
  op->AddLazyMode();
  op->AddRule(
      "Moment += Grad^2; Q = Param - LearningRate * Grad / sqrt(Moment), with "
      "0 for 0 / 0; Param = sign(Q) * max(|Q| - LearningRate * l1, 0) / (1 + "
      "LearningRate * l2). Source: Duchi et al. 2011; Duchi and Singer 2009.");
}

}  // namespace

REGISTER_OPTIMIZER(proximal_adagrad, DescribeProximalAdagrad, /*operations=*/6);
REGISTER_ELEMENTWISE_UPDATE(proximal_adagrad);

}  // namespace paddle::operators
