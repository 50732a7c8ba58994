#include "paddle/operators/optimizer/optimizer_maker.h"

namespace paddle::operators {
namespace {

void DescribeNAdam(OptimizerOpMaker* op) {
  op->AddMoments();
  op->AddScalar("Step", "How many steps were done: 0 at first");
  op->AddScalar("MuProduct", "The product of all momenta so far: 1 at first");
  op->AddMomentAttrs();
  op->AddStrength("momentum_decay",
                  "How fast the momentum warms up; with 0 it is beta1 / 2.");
  op->AddLazyMode();
  op->AddRule(
      "Adam with Nesterov's look-ahead. In step t = Step + 1: mu(t) = beta1 "
      "* (1 - 0.96^(t * momentum_decay) / 2); moments as in adam; Param -= "
      "LearningRate * ((1 - mu(t)) / (1 - MuProductOut) * Grad + mu(t + 1) / "
      "(1 - MuProductOut * mu(t + 1)) * Moment1) / (sqrt(Moment2 / (1 - "
      "beta2^t)) + epsilon). Source: Dozat, Incorporating Nesterov Momentum "
      "into Adam, 2016.");
}

}  // namespace

REGISTER_OPTIMIZER(nadam, DescribeNAdam, /*operations=*/12);
REGISTER_ELEMENTWISE_UPDATE(nadam);

}  // namespace paddle::operators
