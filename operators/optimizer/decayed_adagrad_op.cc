#include "paddle/operators/optimizer/optimizer_maker.h"

namespace paddle::operators {

class DecayedAdagradOpMaker : public OptimizerOpMaker {
 public:
  void Make() override {
    AddStep();
    AddState("Moment", "The running mean of the squares of gradients");
    AddDecay("decay", 0.95, "How much of Moment stays.");
    AddEpsilon(1e-6);
    AddLazyMode();
    AddRule(
        "Moment = decay * Moment + (1 - decay) * Grad^2; Param -= LearningRate "
        "* Grad / (sqrt(Moment) + epsilon).");
  }
};

REGISTER_OP_WITHOUT_GRADIENT(decayed_adagrad, OptimizerOp({"Moment"}),
                             DecayedAdagradOpMaker);
REGISTER_OP_FLOPS(decayed_adagrad, framework::FlopsOfEach("Param", 6));

}  // namespace paddle::operators
