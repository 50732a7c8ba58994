#include <string>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/operators/convolution/conv_schema_base.h"
#include "paddle/operators/convolution/quantized_schema_base.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::DataType;
using framework::Dims;
using framework::InferShapeContext;

class QuantizedConv2dOp final : public ConvOp {
 public:
  QuantizedConv2dOp() : ConvOp(2) {}
  void InferShape(InferShapeContext* ctx) const override {
    const Dims input = ctx->InputDims("Input");
    PADDLE_ENFORCE(input.rank() == 4 && IsByte(ctx->InputType("Input")),
                   InvalidArgument,
                   "Input of quantized_conv2d is [N, H, W, C] of int8 or "
                   "uint8, not ",
                   input.ToString(), " of ",
                   framework::DataTypeName(ctx->InputType("Input")));
    const Dims out = OutputDims(ctx, {input[0], input[3], input[1], input[2]});
    const Dims last{out[0], out[2], out[3], out[1]};
    CheckInput(*ctx, "InputScale", {1});
    CheckInput(*ctx, "FilterScale", {out[1]});
    CheckInput(*ctx, "Bias", {out[1]});
    if (ctx->HasInput("Residual")) {
      const DataType type = ctx->InputType("Residual");
      CheckScale(*ctx, "Residual", type, "ResidualScale");
      CheckInput(*ctx, "Residual", last, type);
    }
    const auto type =
        framework::ParseDataType(ctx->Attr<std::string>("out_dtype"));
    CheckScale(*ctx, "Output", type, "OutputScale");
    ctx->SetOutput("Output", last, type);
    ctx->ShareLoD("Input", "Output");
  }

 protected:
  void CheckFilterType(InferShapeContext* ctx) const override {
    CheckInput(*ctx, "Filter", ctx->InputDims("Filter"), DataType::kInt8);
  }
};

class QuantizedConv2dOpMaker final : public ConvMaker {
 public:
  QuantizedConv2dOpMaker() : ConvMaker(2) {}
  void Make() override {
    AddInput("Input",
             "Images with their channels last, [N, H, W, C], int8 or uint8.");
    AddInput("InputScale", "The number that 1 stands for in Input, [1].");
    AddInput("Filter", "M filters, [M, C / groups, KH, KW], int8.");
    AddInput("FilterScale", "The same for each filter, [M].");
    AddInput("Bias", "Added to each pixel, [M].").AsOptional();
    AddInput("Residual",
             "Added to the result, [N, OH, OW, M], int8, uint8 or float32.")
        .AsOptional();
    AddInput("ResidualScale",
             "The number that 1 stands for in Residual, [1]; if those are "
             "integers.")
        .AsOptional();
    AddInput("OutputScale",
             "The number that 1 stands for in Output, [1]; if those are "
             "integers.")
        .AsOptional();
    AddInput("PackedFilter",
             "Filter as pack_quantized_filter returns it, [K], int8: saves "
             "reordering it in each run.")
        .AsOptional();
    AddOutput("Output", "[N, OH, OW, M], of out_dtype.");
    AddWindow("The steps between windows", "Zeros before and after the image",
              "Channels and filters are split into so many groups, and a "
              "filter sees the channels of its own group.");
    AddQuantizedResult(this, "Output");
    KernelTypeFrom("Input");
    AddComment(
        "Output = activation(conv2d(Input * InputScale, Filter * FilterScale) "
        "+ Bias + Residual * ResidualScale) / OutputScale with the channels of "
        "images last, rounded half to even and kept within the range of "
        "out_dtype if that is an integer type. Products of integers are added "
        "up exactly where the processor has instructions for them. Passes "
        "write it in place of several operators. Errors: InvalidArgument as of "
        "conv2d, for an input of another shape or data type, and for a scale "
        "that is missing or has no integers. Source: Jacob et al., "
        "\"Quantization and Training of Neural Networks for Efficient "
        "Integer-Arithmetic-Only Inference\" (CVPR 2018), section 2.2.");
  }
};

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(quantized_conv2d, QuantizedConv2dOp,
                             QuantizedConv2dOpMaker);
REGISTER_OP_FLOPS(quantized_conv2d,
                  framework::FlopsOfFilters("Output", "Filter"));

}  // namespace paddle::operators
