#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/loss/schema_base.h"

namespace paddle::operators {
namespace {

class LogLossOp : public ElementLossOp {
 public:
  LogLossOp() : ElementLossOp({"Predicted", "Labels"}, {"Loss"}) {}
};

class LogLossOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddInput("Predicted", "The probabilities of label 1, of any shape.");
    AddInput("Labels", "The labels, 0 or 1; like Predicted.").NoGradient();
    AddOutput("Loss", "The loss of each element; like Predicted.");
    AddAttr<double>("epsilon", "What keeps the logarithms finite.")
        .SetDefault(1e-4)
        .AtLeast(0);
    AddComment(
        "Loss = -Labels * log(Predicted + epsilon) - (1 - Labels) * log(1 - "
        "Predicted + epsilon). sigmoid_cross_entropy_with_logits is more "
        "accurate than sigmoid and this. Errors: InvalidArgument unless all "
        "inputs have one shape and data type.");
  }
};

class LogLossGradOp : public framework::GradOpSchema {
 public:
  LogLossGradOp() : GradOpSchema({"Predicted", "Labels"}) {}
};

}  // namespace

REGISTER_OP(log_loss, LogLossOp, LogLossOpMaker, log_loss_grad, LogLossGradOp);
REGISTER_OP_FLOPS(log_loss, framework::FlopsOfLargest(4));

}  // namespace paddle::operators
