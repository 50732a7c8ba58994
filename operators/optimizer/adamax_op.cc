#include "paddle/operators/optimizer/optimizer_maker.h"

namespace paddle::operators {
namespace {

void DescribeAdamax(OptimizerOpMaker* op) {
  op->AddStep();
  op->AddState("Moment", "The running mean of gradients");
  op->AddState("InfNorm", "The largest gradient, decayed");
  op->AddScalar("Beta1Pow", "beta1^t in step t: beta1 at first");
  op->AddDecay("beta1", 0.9, "How much of Moment stays.");
  op->AddDecay("beta2", 0.999, "How much of InfNorm stays.");
  op->AddEpsilon(1e-8);
  op->AddLazyMode();
  op->AddRule(
      "Moment = beta1 * Moment + (1 - beta1) * Grad; InfNorm = max(beta2 * "
      "InfNorm, |Grad| + epsilon); Param -= LearningRate / (1 - Beta1Pow) * "
      "Moment / InfNorm. Source: Kingma and Ba, Adam: A Method for "
      "Stochastic Optimization, 2015, section 7.1.");
}

}  // namespace

REGISTER_OPTIMIZER(adamax, DescribeAdamax, /*operations=*/12);
REGISTER_ELEMENTWISE_UPDATE(adamax);

}  // namespace paddle::operators
