#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/loss/schema_base.h"

namespace paddle::operators {
namespace {

class HingeLossOp : public ElementLossOp {
 public:
  HingeLossOp() : ElementLossOp({"Logits", "Labels"}, {"Loss"}) {}
};

class HingeLossOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddInput("Logits", "The scores, of any shape.");
    AddInput("Labels", "The labels, 0 or 1; like Logits.").NoGradient();
    AddOutput("Loss", "The loss of each element; like Logits.");
    AddComment(
        "Loss = max(0, 1 - (2 * Labels - 1) * Logits): what a support vector "
        "machine makes small. Errors: InvalidArgument unless all inputs have "
        "one shape and data type.");
  }
};

class HingeLossGradOp : public framework::GradOpSchema {
 public:
  HingeLossGradOp() : GradOpSchema({"Logits", "Labels"}) {}
};

}  // namespace

REGISTER_OP(hinge_loss, HingeLossOp, HingeLossOpMaker, hinge_loss_grad,
            HingeLossGradOp);
REGISTER_OP_FLOPS(hinge_loss, framework::FlopsOfLargest(4));

}  // namespace paddle::operators
