#include <string>
#include <vector>

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/registry/precision.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

void DescribeUnstack(framework::OpMaker* op) {
  op->AddInput("X", "Tensor of rank 1 or more.");
  op->AddOutput("Y",
                "As many tensors as X has elements along the axis, in its "
                "shape without that axis.")
      .AsList();
  op->AddAttr<int64_t>("axis", "The axis; a negative one counts from the end.")
      .SetDefault(0);
  op->AddComment(
      "The reverse of stack: with X [3, 2, 5], Y is three of [2, 5]. Errors: "
      "InvalidArgument for a size along the axis that is not known or not that "
      "of the outputs; OutOfRange for an axis that X does not have.");
}

void InferUnstack(framework::InferShapeContext* context) {
  const framework::Dims x = context->InputDims("X");
  const int axis =
      framework::NormalizeAxis(context->Attr<int64_t>("axis"), x.rank());
  const int count = context->OutputCount("Y");
  PADDLE_ENFORCE(framework::MayBeEqual(x[axis], count), InvalidArgument,
                 "unstack has ", count, " outputs for X ", x.ToString(),
                 " along axis ", axis);
  framework::Dims out = x.Slice(0, axis);
  for (int i = axis + 1; i < x.rank(); ++i) out.Append(x[i]);
  for (int i = 0; i < count; ++i) {
    context->SetOutput("Y", out, context->InputType("X"), i);
    // Along axis 0 a part is one row, and has no rows of its own.
    if (axis != 0) context->ShareLoD("X", "Y", 0, i);
  }
}

std::vector<framework::proto::OpDesc> UnstackGradient(
    const framework::proto::OpDesc& forward, framework::GradContext* context) {
  const std::string dx = context->InputGrad("X");
  if (dx.empty()) return {};
  return {framework::AsGradientOf(
      forward,
      framework::MakeOp("stack", {{"X", context->OutputGradsOrZeros("Y")}},
                        {{"Out", {dx}}},
                        {{"axis", framework::GetAttribute(forward, "axis")}}))};
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(unstack, framework::ShapeFunction(InferUnstack),
                             framework::MakerFunction(DescribeUnstack));
REGISTER_GRADIENT_MAKER(unstack, UnstackGradient);
REGISTER_PRECISION(unstack, kFollows);
REGISTER_OP_FLOPS(unstack, framework::NoFlops());

}  // namespace paddle::operators
