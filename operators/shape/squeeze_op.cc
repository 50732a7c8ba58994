#include <string>
#include <vector>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/operators/shape/named_axes.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::Dims;
using framework::InferShapeContext;
using Numbers = std::vector<int64_t>;

class SqueezeOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddInput("X", "Tensor of any shape.");
    AddOutput("Out",
              "The same elements, in the shape of X without those axes.");
    AddAttr<Numbers>("axes",
                     "The axes that are taken away, each of size 1; negative "
                     "ones count from the end. Left out: all of size 1, all "
                     "sizes of X being known in advance.")
        .SetDefault({})
        .LengthOfAxes();
    MayReuse("Out", "X");
    AddComment(
        "With X [2, 1, 3, 1] and axes 1, Out is [2, 3, 1]. Errors: "
        "InvalidArgument for an axis whose size is not 1, and for no axes "
        "where sizes are not known; OutOfRange for an axis that X does not "
        "have.");
  }
};

class SqueezeOp : public framework::OpSchema {
 public:
  void InferShape(InferShapeContext* context) const override {
    const Dims x = context->InputDims("X");
    const auto& axes = context->Attr<Numbers>("axes");
    const auto named = NamedAxes(axes, x.rank());
    PADDLE_ENFORCE(!axes.empty() || x.IsStatic(), InvalidArgument,
                   "squeeze needs axes, for it is not known which sizes of X ",
                   x.ToString(), " are 1");
    Dims out;
    for (int axis = 0; axis < x.rank(); ++axis) {
      PADDLE_ENFORCE(!named[axis] || framework::MayBeEqual(x[axis], 1),
                     InvalidArgument, "squeeze cannot take away axis ", axis,
                     " of X ", x.ToString(), ": its size is not 1");
      const bool goes = axes.empty() ? x[axis] == 1 : named[axis];
      if (!goes) out.Append(x[axis]);
    }
    context->SetOutput("Out", out, context->InputType("X"));
    const bool keeps_rows = x.rank() > 0 && out.rank() > 0 && x[0] == out[0];
    if (keeps_rows && !named[0]) context->ShareLoD("X", "Out");
  }
};

class SqueezeGradOp : public framework::GradOpSchema {
 public:
  SqueezeGradOp() : GradOpSchema({}) { MayReuse("X@GRAD", "Out@GRAD"); }
};

}  // namespace

REGISTER_OP(squeeze, SqueezeOp, SqueezeOpMaker, squeeze_grad, SqueezeGradOp);
REGISTER_OP_FLOPS(squeeze, framework::NoFlops());

}  // namespace paddle::operators
