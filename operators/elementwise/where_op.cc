#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/registry/precision.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/framework/types/infer_broadcast.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::DataType;
using framework::Dims;

void DescribeWhere(framework::OpMaker* op) {
  op->AddInput("Condition", "bool, of any shape.").NoGradient();
  op->AddInput(
      "X",
      "What is taken where Condition holds: of any shape that broadcasts.");
  op->AddInput("Y",
               "What is taken elsewhere, of X's data type and any shape that "
               "broadcasts.");
  op->AddOutput("Out",
                "Of X's data type and the shape to which Condition, X and Y "
                "broadcast by NumPy's rule.");
  op->KernelTypeFrom("X");
  op->AddComment(
      "Out = X where Condition holds, else Y, element by element. What is not "
      "taken gets the gradient 0, whatever its value is. Errors: "
      "InvalidArgument for a Condition that is not bool, X and Y of two data "
      "types, or shapes that do not broadcast.");
}

// The sequences are those of the first input that has the rows of Out.
void ShareRows(framework::InferShapeContext* context, const Dims& out) {
  for (const char* slot : {"X", "Y", "Condition"}) {
    const Dims dims = context->InputDims(slot);
    if (dims.rank() != out.rank()) continue;
    if (out.rank() > 0 && dims[0] != out[0]) continue;
    return context->ShareLoD(slot, "Out");
  }
}

void InferWhere(framework::InferShapeContext* context) {
  const DataType type = context->InputType("Condition");
  PADDLE_ENFORCE(type == DataType::kBool, InvalidArgument,
                 "Condition of where is of bool, not ", DataTypeName(type));
  PADDLE_ENFORCE_EQ(context->InputType("X"), context->InputType("Y"),
                    "X and Y must be of one data type");
  const Dims x = context->InputDims("X");
  const Dims values =
      framework::BroadcastDims(x, context->InputDims("Y"), &context->sizes());
  const Dims out = framework::BroadcastDims(context->InputDims("Condition"),
                                            values, &context->sizes());
  context->SetOutput("Out", out, context->InputType("X"));
  ShareRows(context, out);
}

}  // namespace

REGISTER_OP(where, framework::ShapeFunction(InferWhere),
            framework::MakerFunction(DescribeWhere), where_grad,
            framework::GradOpSchema({"Condition"}));
REGISTER_PRECISION(where, kFollows);
REGISTER_OP_FLOPS(where, framework::NoFlops());

}  // namespace paddle::operators
