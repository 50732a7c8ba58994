#include "paddle/framework/registry/op_registry.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

class ClipOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddInput("X", "Tensor of any shape.");
    AddOutput("Out", "Tensor of the shape of X.");
    AddAttr<double>("min", "The least value of Out.");
    AddAttr<double>("max", "The greatest value of Out, at least min.");
    MayReuse("Out", "X");
    AddComment(
        "Out = min where X < min, max where X > max, else X. The gradient "
        "passes where min <= X <= max. Errors: InvalidArgument for a min above "
        "max.");
  }
};

class ClipOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* context) const override {
    const double min = context->Attr<double>("min");
    const double max = context->Attr<double>("max");
    PADDLE_ENFORCE(min <= max, InvalidArgument,
                   "clip needs a min that is not above its max; they are ", min,
                   " and ", max);
    context->ShareShape("X", "Out");
  }
};

class ClipGradOp : public framework::GradOpSchema {
 public:
  ClipGradOp() : GradOpSchema({"X"}) { MayReuse("X@GRAD", "Out@GRAD"); }
};

}  // namespace

REGISTER_OP(clip, ClipOp, ClipOpMaker, clip_grad, ClipGradOp);

}  // namespace paddle::operators
