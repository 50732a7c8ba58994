#include "paddle/operators/optimizer/optimizer_maker.h"

namespace paddle::operators {
namespace {

void DescribeProximalGd(OptimizerOpMaker* op) {
  op->AddStep();
  op->AddStrength("l1", "How strongly parameters are pulled to zero.");
  op->AddStrength("l2", "How strongly parameters are shrunk.");
  op->AddLazyMode();
  op->AddRule(
      "Q = Param - LearningRate * Grad; Param = sign(Q) * max(|Q| - "
      "LearningRate * l1, 0) / (1 + LearningRate * l2). Source: Duchi and "
      "Singer, Efficient Online and Batch Learning Using Forward Backward "
      "Splitting, 2009.");
}

}  // namespace

REGISTER_OPTIMIZER(proximal_gd, DescribeProximalGd, /*operations=*/6);
REGISTER_ELEMENTWISE_UPDATE(proximal_gd);

}  // namespace paddle::operators
