#include "paddle/operators/optimizer/optimizer_maker.h"

namespace paddle::operators {

class AdadeltaOpMaker : public OptimizerOpMaker {
 public:
  void Make() override {
    AddStep();
    AddState("AvgSquaredGrad", "The running mean of the squares of gradients");
    AddState("AvgSquaredUpdate", "The running mean of the squares of updates");
    AddDecay("rho", 0.95, "How much of both means stays.");
    AddEpsilon(1e-6);
    AddLazyMode();
    AddRule(
        "AvgSquaredGrad = rho * AvgSquaredGrad + (1 - rho) * Grad^2; Update = "
        "Grad * sqrt((AvgSquaredUpdate + epsilon) / (AvgSquaredGrad + "
        "epsilon)); AvgSquaredUpdate = rho * AvgSquaredUpdate + (1 - rho) * "
        "Update^2; Param -= LearningRate * Update. Source: Zeiler, ADADELTA: "
        "An Adaptive Learning Rate Method, 2012, where LearningRate is 1.");
  }
};

REGISTER_OP_WITHOUT_GRADIENT(adadelta,
                             OptimizerOp({"AvgSquaredGrad",
                                          "AvgSquaredUpdate"}),
                             AdadeltaOpMaker);
REGISTER_OP_FLOPS(adadelta, framework::FlopsOfEach("Param", 6));

}  // namespace paddle::operators
