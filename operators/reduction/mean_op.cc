#include "paddle/framework/registry/op_registry.h"

namespace paddle::operators {
namespace {

class MeanOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddInput("X", "Tensor of any shape.");
    AddOutput("Out", "The mean of all elements, a scalar (rank 0).");
    AddComment("Out = sum of X / number of elements; NaN if there are none.");
  }
};

class MeanOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* context) const override {
    context->SetOutput("Out", framework::Dims(), context->InputType("X"));
  }
};

class MeanGradOp : public framework::GradOpSchema {
 public:
  MeanGradOp() : GradOpSchema({}) {}
};

}  // namespace

REGISTER_OP(mean, MeanOp, MeanOpMaker, mean_grad, MeanGradOp);

}  // namespace paddle::operators
