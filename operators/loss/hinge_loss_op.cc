#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/loss/schema_base.h"

namespace paddle::operators {
namespace {

class HingeLossOpMaker : public ElementLossOpMaker {
 public:
  void Make() override {
    AddInput("Logits", "The scores, of any shape.");
    AddInput("Labels", "The labels, 0 or 1; like Logits.").NoGradient();
    AddOutput("Loss", "The loss of each element; like Logits.");
    AddFormula(
        "Loss = max(0, 1 - (2 * Labels - 1) * Logits): what a support vector "
        "machine makes small.");
  }
};

}  // namespace

REGISTER_OP(hinge_loss, ElementLossOp({"Logits", "Labels"}, {"Loss"}),
            HingeLossOpMaker, hinge_loss_grad,
            framework::GradOpSchema({"Logits", "Labels"}));
REGISTER_OP_FLOPS(hinge_loss, framework::FlopsOfLargest(4));

}  // namespace paddle::operators
