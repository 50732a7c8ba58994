#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/element_bits.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::BitsOf;
using framework::DataType;

void DescribeBitcast(framework::OpMaker* op) {
  op->AddInput("X", "Tensor of any shape.").NoGradient();
  op->AddOutput("Out", "Tensor of the shape of X, of type out_dtype.");
  op->AddDataTypeAttr("out_dtype",
                      "The data type of Out, as wide as that of X.");
  op->AddComment(
      "Out = the bits of X, read as another data type (ONNX's operator "
      "BitCast, "
      "version 26). Errors: InvalidArgument for types of different widths, and "
      "for an out_dtype of bool, which has no bits but one.");
}

void InferBitcast(framework::InferShapeContext* context) {
  const DataType from = context->InputType("X");
  const DataType to = context->DataTypeAttr("out_dtype");
  PADDLE_ENFORCE(BitsOf(from) == BitsOf(to), InvalidArgument,
                 "X of bitcast is ", framework::DataTypeName(from), ", ",
                 BitsOf(from), " bits wide, but out_dtype ",
                 framework::DataTypeName(to), ", ", BitsOf(to));
  PADDLE_ENFORCE(to != DataType::kBool || from == to, InvalidArgument,
                 "bits of ", framework::DataTypeName(from),
                 " are no bool; compare them with 0");
  context->SetOutput("Out", context->InputDims("X"), to);
  context->ShareLoD("X", "Out");
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(bitcast, framework::ShapeFunction(InferBitcast),
                             framework::MakerFunction(DescribeBitcast));
REGISTER_OP_FLOPS(bitcast, framework::NoFlops());

}  // namespace paddle::operators
