#include "paddle/operators/optimizer/optimizer_maker.h"

namespace paddle::operators {
namespace {

void DescribeFtrl(OptimizerOpMaker* op) {
  op->AddStep();
  op->AddState("SquaredAccumulator", "The sum of squared gradients",
               "SquaredAccumOut");
  op->AddState("LinearAccumulator", "The adjusted sum of gradients",
               "LinearAccumOut");
  op->AddStrength("l1", "How strongly parameters are pulled to zero.");
  op->AddStrength("l2", "How strongly parameters are shrunk.");
  op->AddAttr<double>("lr_power", "How the rate falls with squared gradients.")
      .SetDefault(-0.5)
      .AtMost(0);
  op->AddLazyMode();
  op->AddRule(
      "With S = SquaredAccumulator + Grad^2 and root(x) = x^-lr_power / "
      "LearningRate: LinearAccumulator += Grad - (root(S) - "
      "root(SquaredAccumulator)) * Param; SquaredAccumulator = S; Param = 0 "
      "where |LinearAccumulator| <= l1, else (sign(LinearAccumulator) * l1 - "
      "LinearAccumulator) / (root(S) + 2 * l2). Param is a function of the "
      "accumulators: what it was at first is forgotten. Source: McMahan et "
      "al., Ad Click Prediction: A View from the Trenches, 2013.",
      " InvalidArgument, when run, for a LearningRate of 0.");
}

}  // namespace

REGISTER_OPTIMIZER(ftrl, DescribeFtrl, /*operations=*/6);

}  // namespace paddle::operators
