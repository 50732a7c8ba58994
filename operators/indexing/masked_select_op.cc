#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/operators/common/unknown_size.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::DataType;
using framework::Dims;

void DescribeMaskedSelect(framework::OpMaker* op) {
  op->AddInput("X", "Tensor of any shape.");
  op->AddInput("Mask", "bool, the shape of X.").NoGradient();
  op->AddOutput("Out",
                "The elements where Mask is true, in row-major order, [n].");
  op->HasValueDependentShape();
  op->AddComment(
      "Of a, b, c and the mask true, false, true: a, c. Errors: "
      "InvalidArgument for a Mask that is not bool, or not of the shape of X.");
}

void InferMaskedSelect(framework::InferShapeContext* context) {
  const Dims x = context->InputDims("X");
  const Dims mask = context->InputDims("Mask");
  const DataType type = context->InputType("Mask");
  PADDLE_ENFORCE(type == DataType::kBool, InvalidArgument,
                 "Mask of masked_select is of bool, not ",
                 framework::DataTypeName(type));
  PADDLE_ENFORCE(framework::MayBeEqual(x, mask), InvalidArgument,
                 "Mask of masked_select, ", mask.ToString(),
                 ", has another shape than X ", x.ToString());
  // The kernel counts the selected elements and allocates Out.
  context->SetOutput("Out", Dims({UnknownSize(context, "masked_select")}),
                     context->InputType("X"));
}

}  // namespace

REGISTER_OP(masked_select, framework::ShapeFunction(InferMaskedSelect),
            framework::MakerFunction(DescribeMaskedSelect), masked_select_grad,
            framework::GradOpSchema({"Mask"}));
REGISTER_OP_FLOPS(masked_select, framework::NoFlops());

}  // namespace paddle::operators
