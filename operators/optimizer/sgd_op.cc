#include "paddle/operators/optimizer/optimizer_maker.h"

namespace paddle::operators {

class SgdOpMaker : public OptimizerOpMaker {
 public:
  void Make() override {
    AddInput("Param", "The parameter, any shape.");
    AddInput("LearningRate", "One number, [] or [1], of Param's type.");
    AddInput("Grad", "The gradient: like Param, or SelectedRows of it.")
        .Kinds(framework::kTensorOrRows);
    AddOutput("ParamOut", "The parameter after the step, like Param.");
    AddRule(
        "Gradient descent: Param -= LearningRate * Grad. With SelectedRows "
        "only their rows are touched.");
    Updates("ParamOut", "Param");
  }
};

REGISTER_OP_WITHOUT_GRADIENT(sgd, OptimizerOp, SgdOpMaker);
REGISTER_OP_FLOPS(sgd, framework::FlopsOfEach("Param", 2));

}  // namespace paddle::operators
