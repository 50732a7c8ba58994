#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/optimizer/optimizer_inputs.h"

namespace paddle::operators {

class SgdOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* ctx) const override {
    CheckStates(ctx, {});
    CheckScalar(ctx, "LearningRate");
  }
};

class SgdOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddInput("Param", "The parameter, any shape.");
    AddInput("LearningRate", "One number, [] or [1], of Param's type.");
    AddInput("Grad", "The gradient: like Param, or SelectedRows of it.");
    AddOutput("ParamOut", "The parameter after the step.");
    AddComment(
        "Gradient descent: Param -= LearningRate * Grad. With SelectedRows "
        "only their rows are touched.");
    Updates("ParamOut", "Param");
  }
};

REGISTER_OP_WITHOUT_GRADIENT(sgd, SgdOp, SgdOpMaker);

}  // namespace paddle::operators
