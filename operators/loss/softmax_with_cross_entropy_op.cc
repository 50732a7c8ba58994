#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/loss/row_loss.h"

namespace paddle::operators {
namespace {

class SoftmaxWithCrossEntropyOp : public RowLossOp {
 public:
  SoftmaxWithCrossEntropyOp()
      : RowLossOp("Logits", "Loss", /*may_be_soft=*/true) {}
  void InferShape(framework::InferShapeContext* context) const override {
    RowLossOp::InferShape(context);
    context->ShareShape("Logits", "Softmax");
  }
};

class SoftmaxWithCrossEntropyOpMaker : public RowLossOpMaker {
 public:
  void Make() override {
    AddInput("Logits", "Scores before softmax, [..., classes].");
    AddMaybeSoftLabel("Logits");
    AddOutput("Softmax", "The softmax of each row; the shape of Logits.")
        .AsIntermediate();
    AddOutput("Loss", "The losses, [..., 1].");
    AddComment(
        "Loss = -sum(label * log(softmax(Logits))), computed as "
        "log(sum(exp(Logits - max))) - (Logits - max): no overflow, and no "
        "log(0). Errors: OutOfRange, when run, for a label that is no class, "
        "naming row and label; InvalidArgument for a Label that does not fit "
        "Logits; OutOfRange for an axis that Logits do not have.");
  }
};

}  // namespace

REGISTER_OP(softmax_with_cross_entropy, SoftmaxWithCrossEntropyOp,
            SoftmaxWithCrossEntropyOpMaker, softmax_with_cross_entropy_grad,
            framework::GradOpSchema({"Label", "Softmax"}));
REGISTER_OP_FLOPS(softmax_with_cross_entropy,
                  framework::FlopsOfEach("Logits", 5));

}  // namespace paddle::operators
