#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/loss/label_shape.h"

namespace paddle::operators {
namespace {

class BprLossOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* context) const override {
    context->SetOutput("Y", LossDims(context, "X", false),
                       context->InputType("X"));
    context->ShareLoD("X", "Y");
  }
};

class BprLossOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddInput("X", "Scores, [..., classes].");
    AddInput("Label", "The right class of each row, int64, [..., 1] or [...].")
        .NoGradient();
    AddOutput("Y", "The losses, [..., 1].");
    AddComment(
        "Y = the mean of log(1 + exp(X[j] - X[label])) over the other classes "
        "j: Bayesian personalised ranking. Source: Hidasi et al., "
        "\"Session-based Recommendations with Recurrent Neural Networks\" "
        "(ICLR 2016). Errors: OutOfRange, when run, for a label that is no "
        "class, naming row and label; InvalidArgument for a Label that does "
        "not fit X.");
  }
};

class BprLossGradOp : public framework::GradOpSchema {
 public:
  BprLossGradOp() : GradOpSchema({"X", "Label"}) {}
};

}  // namespace

REGISTER_OP(bpr_loss, BprLossOp, BprLossOpMaker, bpr_loss_grad, BprLossGradOp);
REGISTER_OP_FLOPS(bpr_loss, framework::FlopsOfLargest(4));

}  // namespace paddle::operators
