#include "paddle/framework/registry/op_registry.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::Dims;

class ArgmaxOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddInput("X", "Any numbers, of rank 1 or more.").NoGradient();
    AddOutput("Out",
              "Where along the axis the largest element stands, int64, of X's "
              "shape without the axis.");
    AddAttr<int64_t>("axis", "The axis; a negative one counts from the end.")
        .SetDefault(-1);
    AddAttr<bool>("keep_dim", "Whether the axis stays, with size 1.")
        .SetDefault(false);
    AddComment(
        "Of equal elements the one with the lower index counts; NaN counts as "
        "larger than any number.");
  }
};

class ArgmaxOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* context) const override {
    const Dims x = context->InputDims("X");
    const int axis =
        framework::NormalizeAxis(context->Attr<int64_t>("axis"), x.rank());
    PADDLE_ENFORCE(x[axis] != 0, InvalidArgument, "axis ", axis,
                   " of the X of argmax, ", x.ToString(), ", has no element");
    Dims out = x.Slice(0, axis);
    if (context->Attr<bool>("keep_dim")) out.Append(1);
    for (int i = axis + 1; i < x.rank(); ++i) out.Append(x[i]);
    context->SetOutput("Out", out, framework::DataType::kInt64);
    if (axis != 0) context->ShareLoD("X", "Out");
  }
};

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(argmax, ArgmaxOp, ArgmaxOpMaker);

}  // namespace paddle::operators
