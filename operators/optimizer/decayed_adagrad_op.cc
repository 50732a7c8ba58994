#include "paddle/operators/optimizer/optimizer_maker.h"

namespace paddle::operators {
namespace {

void DescribeDecayedAdagrad(OptimizerOpMaker* op) {
  op->AddStep();
  op->AddState("Moment", "The running mean of the squares of gradients");
  op->AddDecay("decay", 0.95, "How much of Moment stays.");
  op->AddEpsilon(1e-6);
  op->AddLazyMode();
  op->AddRule(
      "Moment = decay * Moment + (1 - decay) * Grad^2; Param -= LearningRate "
      "* Grad / (sqrt(Moment) + epsilon).");
}

}  // namespace

REGISTER_OPTIMIZER(decayed_adagrad, DescribeDecayedAdagrad, /*operations=*/6);
REGISTER_ELEMENTWISE_UPDATE(decayed_adagrad);

}  // namespace paddle::operators
