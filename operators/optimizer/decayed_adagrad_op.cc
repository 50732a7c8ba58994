#include "paddle/operators/optimizer/optimizer_maker.h"

namespace paddle::operators {

class DecayedAdagradOp : public OptimizerOp {
 public:
  DecayedAdagradOp() : OptimizerOp({"Moment"}) {}
};

class DecayedAdagradOpMaker : public OptimizerOpMaker {
 public:
  void Make() override {
    AddStep();
    AddState("Moment", "The running mean of the squares of gradients");
    AddDecay("decay", 0.95, "How much of Moment stays.");
    AddEpsilon(1e-6);
    AddLazyMode();
    AddComment(
        "Moment = decay * Moment + (1 - decay) * Grad^2; Param -= "
        "LearningRate * Grad / (sqrt(Moment) + epsilon). Errors: "
        "InvalidArgument unless Grad and all that belongs to Param have its "
        "shape and data type, and the rest are single numbers.");
  }
};

REGISTER_OP_WITHOUT_GRADIENT(decayed_adagrad, DecayedAdagradOp,
                             DecayedAdagradOpMaker);
REGISTER_OP_FLOPS(decayed_adagrad, framework::FlopsOfEach("Param", 6));

}  // namespace paddle::operators
