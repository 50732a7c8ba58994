#include "paddle/operators/optimizer/optimizer_maker.h"

namespace paddle::operators {
namespace {

void DescribeMomentum(OptimizerOpMaker* op) {
  op->AddStep();
  op->AddState("Velocity", "The running sum of gradients");
  op->AddAttr<double>("mu", "How much of the velocity stays.").AtLeast(0);
  op->AddAttr<bool>("use_nesterov", "Look ahead by one velocity.")
      .SetDefault(false);
  op->AddLazyMode();
  op->AddRule(
      "Velocity = mu * Velocity + Grad; Param -= LearningRate * Velocity, "
      "or, with use_nesterov, Param -= LearningRate * (Grad + mu * "
      "Velocity). Source: Sutskever et al., On the importance of "
      "initialization and momentum in deep learning, 2013.");
}

}  // namespace

REGISTER_OPTIMIZER(momentum, DescribeMomentum, /*operations=*/4);
REGISTER_ELEMENTWISE_UPDATE(momentum);

}  // namespace paddle::operators
