#include "paddle/operators/optimizer/optimizer_maker.h"

namespace paddle::operators {
namespace {

void DescribeRmsProp(OptimizerOpMaker* op) {
  op->AddStep();
  op->AddState("MeanSquare", "The running mean of the squares of gradients");
  op->AddState("Moment", "The running sum of scaled gradients");
  op->AddOptionalState(
      "MeanGrad",
      "The running mean of gradients, like Param; given, the gradient is "
      "scaled by its deviation from it (Graves, 2013).");
  op->AddDecay("decay", 0.9, "How much of the means stays.");
  op->AddEpsilon(1e-10);
  op->AddAttr<double>("momentum", "How much of Moment stays.")
      .SetDefault(0)
      .AtLeast(0);
  op->AddLazyMode();
  op->AddRule(
      "MeanSquare = decay * MeanSquare + (1 - decay) * Grad^2; Moment = "
      "momentum * Moment + Grad / (sqrt(MeanSquare) + epsilon); Param -= "
      "LearningRate * Moment. With MeanGrad = decay * MeanGrad + (1 - decay) * "
      "Grad the root is sqrt(MeanSquare - MeanGrad^2). Source: Tieleman and "
      "Hinton, lecture 6.5 of Neural Networks for Machine Learning, 2012.");
}

}  // namespace

REGISTER_OPTIMIZER(rmsprop, DescribeRmsProp, /*operations=*/6);

}  // namespace paddle::operators
