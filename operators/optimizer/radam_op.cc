#include "paddle/operators/optimizer/optimizer_maker.h"

namespace paddle::operators {
namespace {

void DescribeRAdam(OptimizerOpMaker* op) {
  op->AddMoments();
  op->AddScalar("Step", "How many steps were done: 0 at first");
  op->AddMomentAttrs();
  op->AddLazyMode();
  op->AddRule(
      "Adam with a rectified variance. In step t = Step + 1, with limit = 2 "
      "/ (1 - beta2) - 1 and length = limit - 2 t beta2^t / (1 - beta2^t): "
      "moments as in adam; Param -= LearningRate * Moment1 / (1 - beta1^t), "
      "and, if length > 5, times sqrt((1 - beta2^t) (length - 4) (length - "
      "2) limit / ((limit - 4) (limit - 2) length)) / (sqrt(Moment2) + "
      "epsilon). Source: Liu et al., On the Variance of the Adaptive "
      "Learning Rate and Beyond, 2020.");
}

}  // namespace

REGISTER_OPTIMIZER(radam, DescribeRAdam, /*operations=*/12);
REGISTER_ELEMENTWISE_UPDATE(radam);

}  // namespace paddle::operators
