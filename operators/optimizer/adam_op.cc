#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/registry/op_upgrade.h"
#include "paddle/operators/optimizer/optimizer_maker.h"

namespace paddle::operators {

class AdamOpMaker : public AdamLikeOpMaker {
 public:
  void Make() override {
    AddMoments();
    AddPowers();
    AddMomentAttrs();
    AddLazyMode();
    AddAttr<bool>("epsilon_hat",
                  "epsilon is what the paper calls epsilon hat: Param -= "
                  "LearningRate * sqrt(1 - Beta2Pow) / (1 - Beta1Pow) * "
                  "Moment1 / (sqrt(Moment2) + epsilon).")
        .SetDefault(false);
    SetVersion(2);
    AddRule(
        "Moment1 = beta1 * Moment1 + (1 - beta1) * Grad; Moment2 = beta2 * "
        "Moment2 + (1 - beta2) * Grad^2; Param -= LearningRate * Moment1 / (1 "
        "- Beta1Pow) / (sqrt(Moment2 / (1 - Beta2Pow)) + epsilon). Source: "
        "Kingma and Ba, Adam: A Method for Stochastic Optimization, 2015, "
        "algorithm 1.");
  }
};

REGISTER_OP_WITHOUT_GRADIENT(adam, AdamLikeOp, AdamOpMaker);
// No constant epsilon of today's formula gives the steps of version 1.
REGISTER_OP_UPGRADE(adam, 1, [](framework::proto::OpDesc* op) {
  framework::SetAttribute(op, "epsilon_hat", true);
});
REGISTER_OP_FLOPS(adam, framework::FlopsOfEach("Param", 12));

}  // namespace paddle::operators
