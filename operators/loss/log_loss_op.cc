#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/loss/schema_base.h"

namespace paddle::operators {
namespace {

class LogLossOpMaker : public ElementLossOpMaker {
 public:
  void Make() override {
    AddInput("Predicted", "The probabilities of label 1, of any shape.");
    AddInput("Labels", "The labels, 0 or 1; like Predicted.").NoGradient();
    AddOutput("Loss", "The loss of each element; like Predicted.");
    AddAttr<double>("epsilon", "What keeps the logarithms finite.")
        .SetDefault(1e-4)
        .AtLeast(0);
    AddFormula(
        "Loss = -Labels * log(Predicted + epsilon) - (1 - Labels) * log(1 - "
        "Predicted + epsilon). sigmoid_cross_entropy_with_logits is more "
        "accurate than sigmoid and this.");
  }
};

}  // namespace

REGISTER_OP(log_loss, ElementLossOp({"Predicted", "Labels"}, {"Loss"}),
            LogLossOpMaker, log_loss_grad,
            framework::GradOpSchema({"Predicted", "Labels"}));
REGISTER_OP_FLOPS(log_loss, framework::FlopsOfLargest(4));

}  // namespace paddle::operators
