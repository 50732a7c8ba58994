#include "paddle/operators/optimizer/optimizer_maker.h"

namespace paddle::operators {

class MomentumOpMaker : public OptimizerOpMaker {
 public:
  void Make() override {
    AddStep();
    AddState("Velocity", "The running sum of gradients");
    AddAttr<double>("mu", "How much of the velocity stays.").AtLeast(0);
    AddAttr<bool>("use_nesterov", "Look ahead by one velocity.")
        .SetDefault(false);
    AddLazyMode();
    AddRule(
        "Velocity = mu * Velocity + Grad; Param -= LearningRate * Velocity, "
        "or, with use_nesterov, Param -= LearningRate * (Grad + mu * "
        "Velocity). Source: Sutskever et al., On the importance of "
        "initialization and momentum in deep learning, 2013.");
  }
};

REGISTER_OP_WITHOUT_GRADIENT(momentum, OptimizerOp({"Velocity"}),
                             MomentumOpMaker);
REGISTER_OP_FLOPS(momentum, framework::FlopsOfEach("Param", 4));

}  // namespace paddle::operators
