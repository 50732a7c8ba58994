#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/registry/precision.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/operators/shape/kept_rows.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::Dims;
using framework::InferShapeContext;

void DescribeConcat(framework::OpMaker* op) {
  op->AddInput("X", "Tensors whose shapes agree but for the size of one axis.")
      .AsList();
  op->AddOutput("Out",
                "The inputs one behind the other along the axis, the sizes of "
                "which add up; their rank.");
  op->AddAttr<int64_t>("axis", "The axis; a negative one counts from the end.")
      .SetDefault(0);
  op->AddComment(
      "With X [2, 3] and [2, 5] and axis 1, Out is [2, 8]. Errors: "
      "InvalidArgument for no inputs, and for those whose shapes differ beside "
      "the axis, or whose data types do; OutOfRange for an axis that they do "
      "not have.");
}

// Refuses an input that does not go with the first one.
void CheckInput(const InferShapeContext& context, int axis, int i) {
  const Dims first = context.InputDims("X");
  const Dims dims = context.InputDims("X", i);
  Dims wanted = first;
  if (dims.rank() == first.rank()) wanted[axis] = dims[axis];
  PADDLE_ENFORCE(framework::MayBeEqual(wanted, dims), InvalidArgument,
                 "concat along axis ", axis, ": input 0 has shape ",
                 first.ToString(), ", input ", i, " has ", dims.ToString());
  PADDLE_ENFORCE_EQ(context.InputType("X"), context.InputType("X", i),
                    "concat joins tensors of one data type");
}

void InferConcat(InferShapeContext* context) {
  const int count = context->InputCount("X");
  PADDLE_ENFORCE_GE(count, 1, "concat needs an input");
  Dims out = context->InputDims("X");
  const int axis =
      framework::NormalizeAxis(context->Attr<int64_t>("axis"), out.rank());
  for (int i = 1; i < count; ++i) {
    CheckInput(*context, axis, i);
    out[axis] =
        context->sizes().Add(out[axis], context->InputDims("X", i)[axis]);
  }
  // Along another axis the rows stay those of the first input, sequences and
  // all; along axis 0 sequences are not joined: that is sequence_concat.
  SetOut(context, out, axis != 0);
}

}  // namespace

REGISTER_OP(concat, framework::ShapeFunction(InferConcat),
            framework::MakerFunction(DescribeConcat), concat_grad,
            framework::GradOpSchema({}));
REGISTER_PRECISION(concat, kFollows);
REGISTER_OP_FLOPS(concat, framework::NoFlops());

}  // namespace paddle::operators
