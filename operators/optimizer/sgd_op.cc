#include "paddle/operators/optimizer/optimizer_maker.h"

namespace paddle::operators {
namespace {

void DescribeSgd(OptimizerOpMaker* op) {
  op->AddInput("Param", "The parameter, any shape.");
  op->AddInput("LearningRate", "One number, [] or [1], of Param's type.");
  op->AddInput("Grad", "The gradient: like Param, or SelectedRows of it.")
      .Kinds(framework::kTensorOrRows);
  op->AddOutput("ParamOut", "The parameter after the step, like Param.");
  op->AddRule(
      "Gradient descent: Param -= LearningRate * Grad. With SelectedRows "
      "only their rows are touched.");
  op->Updates("ParamOut", "Param");
}

}  // namespace

REGISTER_OPTIMIZER(sgd, DescribeSgd, /*operations=*/2);
REGISTER_ELEMENTWISE_UPDATE(sgd);

}  // namespace paddle::operators
