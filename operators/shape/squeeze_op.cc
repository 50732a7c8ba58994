#include <vector>

#include "paddle/framework/registry/attr_inputs.h"
#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/registry/precision.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/operators/shape/kept_rows.h"
#include "paddle/operators/shape/named_axes.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

void DescribeSqueeze(framework::OpMaker* op) {
  op->AddInput("X", "Tensor of any shape.");
  op->AddOutput("Out",
                "The same elements, in the shape of X without those axes.");
  op->AddAttr<std::vector<int64_t>>(
        "axes",
        "The axes that are taken away, each of size 1; negative ones count "
        "from the end. Left out: all of size 1, all sizes of X being known in "
        "advance.")
      .SetDefault({})
      .LengthOfAxes();
  op->MayReuse("Out", "X");
  op->AddComment(
      "With X [2, 1, 3, 1] and axes 1, Out is [2, 3, 1]. Errors: "
      "InvalidArgument for an axis whose size is not 1, and for no axes where "
      "sizes are not known; OutOfRange for an axis that X does not have.");
}

void InferSqueeze(framework::InferShapeContext* context) {
  const framework::Dims x = context->InputDims("X");
  const auto& axes = context->Attr<std::vector<int64_t>>("axes");
  const auto named = NamedAxes(axes, x.rank());
  PADDLE_ENFORCE(!axes.empty() || x.IsStatic(), InvalidArgument,
                 "squeeze needs axes, for it is not known which sizes of X ",
                 x.ToString(), " are 1");
  framework::Dims out;
  for (int axis = 0; axis < x.rank(); ++axis) {
    PADDLE_ENFORCE(!named[axis] || framework::MayBeEqual(x[axis], 1),
                   InvalidArgument, "squeeze cannot take away axis ", axis,
                   " of X ", x.ToString(), ": its size is not 1");
    const bool goes = axes.empty() ? x[axis] == 1 : named[axis];
    if (!goes) out.Append(x[axis]);
  }
  // If axis 0 goes, the next one may have as many elements by chance.
  const bool keeps_rows = x.rank() > 0 && out.rank() > 0 && x[0] == out[0];
  SetOut(context, out, keeps_rows && !named[0]);
}

}  // namespace

REGISTER_OP(squeeze, framework::ShapeFunction(InferSqueeze),
            framework::MakerFunction(DescribeSqueeze), squeeze_grad,
            framework::GradOpSchema({}, {{"X@GRAD", "Out@GRAD"}}));
REGISTER_ATTR_INPUT(squeeze, axes, AxesTensor);
REGISTER_PRECISION(squeeze, kFollows);
REGISTER_OP_FLOPS(squeeze, framework::NoFlops());

}  // namespace paddle::operators
