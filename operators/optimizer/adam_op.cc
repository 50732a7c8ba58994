#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/registry/op_upgrade.h"
#include "paddle/operators/optimizer/optimizer_maker.h"

namespace paddle::operators {
namespace {

void DescribeAdam(OptimizerOpMaker* op) {
  op->AddMoments();
  op->AddPowers();
  op->AddMomentAttrs();
  op->AddLazyMode();
  op->AddAttr<bool>("epsilon_hat",
                    "epsilon is what the paper calls epsilon hat: Param -= "
                    "LearningRate * sqrt(1 - Beta2Pow) / (1 - Beta1Pow) * "
                    "Moment1 / (sqrt(Moment2) + epsilon).")
      .SetDefault(false);
  op->SetVersion(2);
  op->AddRule(
      "Moment1 = beta1 * Moment1 + (1 - beta1) * Grad; Moment2 = beta2 * "
      "Moment2 + (1 - beta2) * Grad^2; Param -= LearningRate * Moment1 / (1 - "
      "Beta1Pow) / (sqrt(Moment2 / (1 - Beta2Pow)) + epsilon). Source: Kingma "
      "and Ba, Adam: A Method for Stochastic Optimization, 2015, algorithm 1.");
}

}  // namespace

REGISTER_OPTIMIZER(adam, DescribeAdam, /*operations=*/12);
REGISTER_ELEMENTWISE_UPDATE(adam);
// No constant epsilon of today's formula gives the steps of version 1.
REGISTER_OP_UPGRADE(adam, 1, [](framework::proto::OpDesc* op) {
  framework::SetAttribute(op, "epsilon_hat", true);
});

}  // namespace paddle::operators
