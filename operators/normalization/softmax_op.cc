#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"

namespace paddle::operators {
namespace {

class SoftmaxOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* ctx) const override {
    framework::NormalizeAxis(ctx->Attr<int64_t>("axis"),
                             ctx->InputDims("X").rank());
    ctx->ShareShape("X", "Out");
  }
};

class SoftmaxOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddInput("X", "Scores, of any shape of rank 1 or more.");
    AddOutput("Out",
              "Positive numbers that add up to 1 along the axis; the shape of "
              "X.");
    AddAttr<int64_t>("axis", "The axis of the classes; negative: from the end.")
        .SetDefault(-1);
    MayReuse("Out", "X");
    AddComment(
        "Out = exp(X) / sum(exp(X)), the sum along the axis, without "
        "overflow. Errors: OutOfRange for an axis that X does not have.");
  }
};

class SoftmaxGradOp : public framework::GradOpSchema {
 public:
  SoftmaxGradOp() : GradOpSchema({"Out"}) { MayReuse("X@GRAD", "Out@GRAD"); }
};

}  // namespace

REGISTER_OP(softmax, SoftmaxOp, SoftmaxOpMaker, softmax_grad, SoftmaxGradOp);
REGISTER_OP_FLOPS(softmax, framework::FlopsOfEach("X", 5));

}  // namespace paddle::operators
