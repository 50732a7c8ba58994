#include "paddle/operators/optimizer/optimizer_maker.h"

namespace paddle::operators {
namespace {

void DescribeAdadelta(OptimizerOpMaker* op) {
  op->AddStep();
  op->AddState("AvgSquaredGrad",
               "The running mean of the squares of gradients");
  op->AddState("AvgSquaredUpdate",
               "The running mean of the squares of updates");
  op->AddDecay("rho", 0.95, "How much of both means stays.");
  op->AddEpsilon(1e-6);
  op->AddLazyMode();
  op->AddRule(
      "AvgSquaredGrad = rho * AvgSquaredGrad + (1 - rho) * Grad^2; Update = "
      "Grad * sqrt((AvgSquaredUpdate + epsilon) / (AvgSquaredGrad + "
      "epsilon)); AvgSquaredUpdate = rho * AvgSquaredUpdate + (1 - rho) * "
      "Update^2; Param -= LearningRate * Update. Source: Zeiler, ADADELTA: "
      "An Adaptive Learning Rate Method, 2012, where LearningRate is 1.");
}

}  // namespace

REGISTER_OPTIMIZER(adadelta, DescribeAdadelta, /*operations=*/6);
REGISTER_ELEMENTWISE_UPDATE(adadelta);

}  // namespace paddle::operators
