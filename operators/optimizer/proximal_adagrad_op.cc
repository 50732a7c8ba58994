#include "paddle/operators/optimizer/optimizer_maker.h"

namespace paddle::operators {

class ProximalAdagradOpMaker : public OptimizerOpMaker {
 public:
  void Make() override {
    AddStep();
    AddState("Moment", "The sum of the squares of all gradients");
    AddStrength("l1", "How strongly parameters are pulled to zero.");
    AddStrength("l2", "How strongly parameters are shrunk.");
    AddLazyMode();
    AddRule(
        "Moment += Grad^2; Q = Param - LearningRate * Grad / sqrt(Moment), "
        "with 0 for 0 / 0; Param = sign(Q) * max(|Q| - LearningRate * l1, 0) / "
        "(1 + LearningRate * l2). Source: Duchi et al. 2011; Duchi and Singer "
        "2009.");
  }
};

REGISTER_OP_WITHOUT_GRADIENT(proximal_adagrad, OptimizerOp({"Moment"}),
                             ProximalAdagradOpMaker);
REGISTER_OP_FLOPS(proximal_adagrad, framework::FlopsOfEach("Param", 6));

}  // namespace paddle::operators
