#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"

namespace paddle::operators {
namespace {

class LogSoftmaxOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* ctx) const override {
    framework::NormalizeAxis(ctx->Attr<int64_t>("axis"),
                             ctx->InputDims("X").rank());
    ctx->ShareShape("X", "Out");
  }
};

class LogSoftmaxOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddInput("X", "Scores, of any shape of rank 1 or more.");
    AddOutput("Out",
              "Logarithms of numbers that add up to 1 along the axis; the "
              "shape of X.");
    AddAttr<int64_t>("axis", "The axis of the classes; negative: from the end.")
        .SetDefault(-1);
    MayReuse("Out", "X");
    AddComment(
        "Out = X - log(sum(exp(X))), the sum along the axis: the logarithm of "
        "softmax, without overflow, and exact where softmax would be 0. "
        "Errors: OutOfRange for an axis that X does not have.");
  }
};

class LogSoftmaxGradOp : public framework::GradOpSchema {
 public:
  LogSoftmaxGradOp() : GradOpSchema({"Out"}) { MayReuse("X@GRAD", "Out@GRAD"); }
};

}  // namespace

REGISTER_OP(log_softmax, LogSoftmaxOp, LogSoftmaxOpMaker, log_softmax_grad,
            LogSoftmaxGradOp);
REGISTER_OP_FLOPS(log_softmax, framework::FlopsOfEach("X", 5));

}  // namespace paddle::operators
