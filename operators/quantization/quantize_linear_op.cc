#include <string>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/quantization/schema_base.h"

namespace paddle::operators {
namespace {

void DescribeQuantizeLinear(framework::OpMaker* op) {
  op->AddInput("X", "Real numbers of any shape.");
  op->AddInput("Scale",
               "The steps, of X's data type: [] or [1], or [C] with an element "
               "for each index of the axis.");
  AddZeroPointAndAxis(op);
  op->AddOutput("Out", "Integers of the shape of X, of out_dtype.");
  op->AddAttr<std::string>("out_dtype", "The data type of Out.")
      .SetDefault("int8")
      .OneOf({"int8", "uint8"});
  op->KernelTypeFrom("X");
  op->AddComment(
      "Out = X / Scale + ZeroPoint, where X / Scale is rounded, half to even, "
      "and the result kept within the range of out_dtype. NaN counts as 0. "
      "Errors: InvalidArgument for a Scale or ZeroPoint that does not fit X, "
      "or is of another data type. Source: ONNX, QuantizeLinear; Jacob et al., "
      "\"Quantization and Training of Neural Networks for Efficient "
      "Integer-Arithmetic-Only Inference\" (CVPR 2018), section 2.1.");
}

void InferQuantizeLinear(framework::InferShapeContext* ctx) {
  const auto type =
      framework::ParseDataType(ctx->Attr<std::string>("out_dtype"));
  CheckScales(*ctx, ctx->InputType("X"), type);
  ctx->SetOutput("Out", ctx->InputDims("X"), type);
  ctx->ShareLoD("X", "Out");
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(quantize_linear,
                             framework::ShapeFunction(InferQuantizeLinear),
                             framework::MakerFunction(DescribeQuantizeLinear));
REGISTER_OP_FLOPS(quantize_linear, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators
