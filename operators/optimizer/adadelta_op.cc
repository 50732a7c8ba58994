#include "paddle/operators/optimizer/optimizer_maker.h"

namespace paddle::operators {

class AdadeltaOp : public OptimizerOp {
 public:
  AdadeltaOp() : OptimizerOp({"AvgSquaredGrad", "AvgSquaredUpdate"}) {}
};

class AdadeltaOpMaker : public OptimizerOpMaker {
 public:
  void Make() override {
    AddStep();
    AddState("AvgSquaredGrad", "The running mean of the squares of gradients");
    AddState("AvgSquaredUpdate", "The running mean of the squares of updates");
    AddDecay("rho", 0.95, "How much of both means stays.");
    AddEpsilon(1e-6);
    AddLazyMode();
    AddComment(
        "AvgSquaredGrad = rho * AvgSquaredGrad + (1 - rho) * Grad^2; Update = "
        "Grad * sqrt((AvgSquaredUpdate + epsilon) / (AvgSquaredGrad + "
        "epsilon)); AvgSquaredUpdate = rho * AvgSquaredUpdate + (1 - rho) * "
        "Update^2; Param -= LearningRate * Update. Source: Zeiler, ADADELTA: "
        "An "
        "Adaptive Learning Rate Method, 2012, where LearningRate is 1. Errors: "
        "InvalidArgument unless Grad and all that belongs to Param have its "
        "shape and data type, and the rest are single numbers.");
  }
};

REGISTER_OP_WITHOUT_GRADIENT(adadelta, AdadeltaOp, AdadeltaOpMaker);
REGISTER_OP_FLOPS(adadelta, framework::FlopsOfEach("Param", 6));

}  // namespace paddle::operators
