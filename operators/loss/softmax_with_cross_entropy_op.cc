#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/loss/label_shape.h"

namespace paddle::operators {
namespace {

class SoftmaxWithCrossEntropyOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* ctx) const override {
    ctx->SetOutput("Loss",
                   LossDims(ctx, "Logits", ctx->Attr<bool>("soft_label")),
                   ctx->InputType("Logits"));
    ctx->ShareLoD("Logits", "Loss");
    ctx->ShareShape("Logits", "Softmax");
  }
};

class SoftmaxWithCrossEntropyOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddInput("Logits", "Scores before softmax, [..., classes].");
    AddInput("Label",
             "The right class of each row, int64, [..., 1] or [...]; with "
             "soft_label, the weight of each class, of the type and shape of "
             "Logits.")
        .NoGradient();
    AddOutput("Softmax", "The softmax of each row; the shape of Logits.")
        .AsIntermediate();
    AddOutput("Loss", "The losses, [..., 1].");
    AddAttr<bool>("soft_label", "Label holds weights instead of classes.")
        .SetDefault(false);
    AddAttr<int64_t>("ignore_index",
                     "Rows of this class have loss and gradient 0; not of soft "
                     "labels.")
        .SetDefault(-100);
    AddComment(
        "Loss = -sum(label * log(softmax(Logits))), computed as log(sum(exp("
        "Logits - max))) - (Logits - max): no overflow, and no log(0). Errors: "
        "OutOfRange, when run, for a label that is no class, naming row and "
        "label; InvalidArgument for a Label that does not fit Logits.");
  }
};

class SoftmaxWithCrossEntropyGradOp : public framework::GradOpSchema {
 public:
  SoftmaxWithCrossEntropyGradOp() : GradOpSchema({"Label", "Softmax"}) {}
};

}  // namespace

REGISTER_OP(softmax_with_cross_entropy, SoftmaxWithCrossEntropyOp,
            SoftmaxWithCrossEntropyOpMaker, softmax_with_cross_entropy_grad,
            SoftmaxWithCrossEntropyGradOp);
REGISTER_OP_FLOPS(softmax_with_cross_entropy,
                  framework::FlopsOfEach("Logits", 5));

}  // namespace paddle::operators
