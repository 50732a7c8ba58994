#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/quantization/schema_base.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::DataType;

void DescribeDequantizeLinear(framework::OpMaker* op) {
  op->AddInput("X", "Integers of any shape, int8 or uint8.");
  op->AddInput("Scale",
               "The steps, float32 or float64: [] or [1], or [C] with an "
               "element for each index of the axis.");
  AddZeroPointAndAxis(op);
  op->AddOutput("Out", "Of the shape of X and the data type of Scale.");
  op->KernelTypeFrom("X");
  op->AddComment(
      "Out = (X - ZeroPoint) * Scale. Errors: InvalidArgument for a Scale or "
      "ZeroPoint that does not fit X, or is of another data type. Source: "
      "ONNX, DequantizeLinear; Jacob et al., \"Quantization and Training of "
      "Neural Networks for Efficient Integer-Arithmetic-Only Inference\" (CVPR "
      "2018), section 2.1.");
}

void InferDequantizeLinear(framework::InferShapeContext* ctx) {
  const DataType type = ctx->InputType("Scale");
  PADDLE_ENFORCE(type == DataType::kFloat32 || type == DataType::kFloat64,
                 InvalidArgument, "Scale is of float32 or float64, not ",
                 framework::DataTypeName(type));
  CheckScales(*ctx, type, ctx->InputType("X"));
  ctx->SetOutput("Out", ctx->InputDims("X"), type);
  ctx->ShareLoD("X", "Out");
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(
    dequantize_linear, framework::ShapeFunction(InferDequantizeLinear),
    framework::MakerFunction(DescribeDequantizeLinear));
REGISTER_OP_FLOPS(dequantize_linear, framework::FlopsOfEach("Out", 2));

}  // namespace paddle::operators
