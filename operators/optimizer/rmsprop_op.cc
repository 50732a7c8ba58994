#include "paddle/operators/optimizer/optimizer_maker.h"

namespace paddle::operators {

class RmsPropOpMaker : public OptimizerOpMaker {
 public:
  void Make() override {
    AddStep();
    AddState("MeanSquare", "The running mean of the squares of gradients");
    AddState("Moment", "The running sum of scaled gradients");
    AddInput("MeanGrad",
             "The running mean of gradients, like Param; given, the gradient "
             "is scaled by its deviation from it (Graves, 2013).")
        .AsOptional();
    AddOutput("MeanGradOut", "MeanGrad after the step, like Param.")
        .AsOptional();
    Updates("MeanGradOut", "MeanGrad");
    AddDecay("decay", 0.9, "How much of the means stays.");
    AddEpsilon(1e-10);
    AddAttr<double>("momentum", "How much of Moment stays.")
        .SetDefault(0)
        .AtLeast(0);
    AddLazyMode();
    AddRule(
        "MeanSquare = decay * MeanSquare + (1 - decay) * Grad^2; Moment = "
        "momentum * Moment + Grad / (sqrt(MeanSquare) + epsilon); Param -= "
        "LearningRate * Moment. With MeanGrad = decay * MeanGrad + (1 - decay) "
        "* Grad the root is sqrt(MeanSquare - MeanGrad^2). Source: Tieleman "
        "and Hinton, lecture 6.5 of Neural Networks for Machine Learning, "
        "2012.");
  }
};

REGISTER_OP_WITHOUT_GRADIENT(rmsprop,
                             OptimizerOp({"MeanSquare", "Moment", "MeanGrad"}),
                             RmsPropOpMaker);
REGISTER_OP_FLOPS(rmsprop, framework::FlopsOfEach("Param", 6));

}  // namespace paddle::operators
