#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/loss/label_shape.h"

namespace paddle::operators {
namespace {

class CrossEntropyOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* ctx) const override {
    ctx->SetOutput("Y", LossDims(ctx, "X", ctx->Attr<bool>("soft_label")),
                   ctx->InputType("X"));
    ctx->ShareLoD("X", "Y");
  }
};

class CrossEntropyOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddInput("X", "Probabilities, [..., classes], as softmax gives them.");
    AddInput("Label",
             "The right class of each row, int64, [..., 1] or [...]; with "
             "soft_label, the weight of each class, of the type and shape of "
             "X.")
        .NoGradient();
    AddOutput("Y", "The losses, [..., 1].");
    AddAttr<bool>("soft_label", "Label holds weights instead of classes.")
        .SetDefault(false);
    AddAttr<int64_t>("ignore_index",
                     "Rows of this class have loss and gradient 0; not of soft "
                     "labels.")
        .SetDefault(-100);
    AddComment(
        "Y = -log(X[label]), or -sum(label * log(X)). The loss of "
        "probability 0 is 1e20. softmax_with_cross_entropy is more accurate "
        "than softmax and this. Errors: OutOfRange, when run, for a label that "
        "is no class, naming row and label; InvalidArgument for a Label that "
        "does not fit X.");
  }
};

class CrossEntropyGradOp : public framework::GradOpSchema {
 public:
  CrossEntropyGradOp() : GradOpSchema({"X", "Label"}) {}
};

}  // namespace

REGISTER_OP(cross_entropy, CrossEntropyOp, CrossEntropyOpMaker,
            cross_entropy_grad, CrossEntropyGradOp);
REGISTER_OP_FLOPS(cross_entropy, framework::FlopsOfEach("Y", 2));

}  // namespace paddle::operators
