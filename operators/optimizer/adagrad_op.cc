#include "paddle/operators/optimizer/optimizer_maker.h"

namespace paddle::operators {
namespace {

void DescribeAdagrad(OptimizerOpMaker* op) {
  op->AddStep();
  op->AddState("Moment", "The sum of the squares of all gradients");
  op->AddEpsilon(1e-6);
  op->AddRule(
      "Moment += Grad^2; Param -= LearningRate * Grad / (sqrt(Moment) + "
      "epsilon). With SelectedRows only their rows are touched. Source: "
      "Duchi et al., Adaptive Subgradient Methods for Online Learning and "
      "Stochastic Optimization, 2011.");
}

}  // namespace

REGISTER_OPTIMIZER(adagrad, DescribeAdagrad, /*operations=*/6);
REGISTER_ELEMENTWISE_UPDATE(adagrad);

}  // namespace paddle::operators
