#include "paddle/operators/indexing/arg_base.h"

#include "absl/strings/str_cat.h"

#include "paddle/platform/enforce.h"

namespace paddle::operators {

using framework::Dims;

void ArgOp::InferShape(framework::InferShapeContext* context) const {
  const Dims x = context->InputDims("X");
  const int axis =
      framework::NormalizeAxis(context->Attr<int64_t>("axis"), x.rank());
  PADDLE_ENFORCE(x[axis] != 0, InvalidArgument, "axis ", axis, " of the X of ",
                 context->op_type(), ", ", x.ToString(), ", has no element");
  Dims out = x.Slice(0, axis);
  if (context->Attr<bool>("keep_dim")) out.Append(1);
  for (int i = axis + 1; i < x.rank(); ++i) out.Append(x[i]);
  context->SetOutput("Out", out, framework::DataType::kInt64);
  // Rows keep their sequences unless the first axis itself is reduced.
  if (axis != 0) context->ShareLoD("X", "Out");
}

void ArgOpMaker::Make() {
  AddInput("X", "Any numbers, of rank 1 or more.").NoGradient();
  AddOutput("Out", absl::StrCat("Where along the axis the ", which_,
                                " element stands, int64, of X's shape without "
                                "the axis."));
  AddAttr<int64_t>("axis", "The axis; a negative one counts from the end.")
      .SetDefault(-1);
  AddAttr<bool>("keep_dim", "Whether the axis stays, with size 1.")
      .SetDefault(false);
  AddComment(absl::StrCat(
      "Out = the index of the ", which_,
      " element. Of equal elements the one with the lower index counts; NaN "
      "counts before any number. Errors: OutOfRange for an axis that X does "
      "not "
      "have; InvalidArgument for one without elements."));
}

}  // namespace paddle::operators
