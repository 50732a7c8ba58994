#include "paddle/operators/optimizer/optimizer_maker.h"

namespace paddle::operators {
namespace {

void DescribeSgd(OptimizerOpMaker* op) {
  op->AddInput("Param",
               "The parameter, any shape, or SelectedRows: the rows that it "
               "has, each once.")
      .Kinds(framework::kTensorOrRows);
  op->AddInput("LearningRate", "One number, [] or [1], of Param's type.");
  op->AddInput("Grad", "The gradient: like Param, or SelectedRows of it.")
      .Kinds(framework::kTensorOrRows);
  op->AddOutput("ParamOut", "The parameter after the step, like Param.")
      .Kinds(framework::kTensorOrRows);
  op->AddRule(
      "Gradient descent: Param -= LearningRate * Grad. With SelectedRows "
      "only their rows are touched.",
      " Of a Param of SelectedRows, too, if Grad is a tensor or Param has a "
      "row twice; and OutOfRange, naming it, for a row of Grad that it does "
      "not have: nothing is written then.");
  op->Updates("ParamOut", "Param");
}

}  // namespace

REGISTER_OPTIMIZER(sgd, DescribeSgd, /*operations=*/2);
REGISTER_ELEMENTWISE_UPDATE(sgd);

}  // namespace paddle::operators
