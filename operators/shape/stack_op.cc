#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/registry/precision.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/operators/shape/kept_rows.h"
#include "paddle/operators/shape/stacked_dims.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

void DescribeStack(framework::OpMaker* op) {
  op->AddInput("X", "Tensors of one shape and data type.").AsList();
  op->AddOutput(
      "Out",
      "The inputs along a new axis, as many as there are; their rank and 1.");
  op->AddAttr<int64_t>("axis",
                       "Where the new axis stands; a negative one counts from "
                       "the end of Out's.")
      .SetDefault(0);
  op->AddComment(
      "With three X [2, 5] and axis 0, Out is [3, 2, 5]. Errors: "
      "InvalidArgument for no inputs, and those of different shapes or data "
      "types; OutOfRange for an axis that Out cannot have.");
}

void InferStack(framework::InferShapeContext* context) {
  const int count = context->InputCount("X");
  PADDLE_ENFORCE_GE(count, 1, "stack needs an input");
  const framework::Dims first = context->InputDims("X");
  for (int i = 1; i < count; ++i) {
    const framework::Dims dims = context->InputDims("X", i);
    PADDLE_ENFORCE(framework::MayBeEqual(first, dims), InvalidArgument,
                   "stack takes tensors of one shape: input 0 is ",
                   first.ToString(), ", input ", i, " is ", dims.ToString());
    PADDLE_ENFORCE_EQ(context->InputType("X"), context->InputType("X", i),
                      "stack takes tensors of one data type");
  }
  const int axis = StackAxis(context->Attr<int64_t>("axis"), first);
  // A new axis in front takes the place of the rows.
  SetOut(context, StackedDims(first, axis, count), axis != 0);
}

}  // namespace

REGISTER_OP(stack, framework::ShapeFunction(InferStack),
            framework::MakerFunction(DescribeStack), stack_grad,
            framework::GradOpSchema({}));
REGISTER_PRECISION(stack, kFollows);
REGISTER_OP_FLOPS(stack, framework::NoFlops());

}  // namespace paddle::operators
