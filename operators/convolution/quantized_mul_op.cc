#include <string>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/operators/convolution/quantized_schema_base.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::DataType;
using framework::Dims;

void DescribeQuantizedMul(framework::OpMaker* op) {
  op->AddInput("X",
               "int8 or uint8, of rank 2 or more, seen as a matrix: its first "
               "x_num_col_dims axes are the rows, the others K columns.");
  op->AddInput("XScale", "The number that 1 stands for in X, [1].");
  op->AddInput("Y", "The other matrix, transposed, [N, K, 1, 1], int8.");
  op->AddInput("YScale", "The same for each column of the product, [N].");
  op->AddInput("Bias", "Added to each row, [N].").AsOptional();
  op->AddInput("OutScale",
               "The number that 1 stands for in Out, [1]; if those are "
               "integers.")
      .AsOptional();
  op->AddInput("PackedY",
               "Y as pack_quantized_filter returns it for images of 1 x 32, "
               "[P], int8: saves reordering it in each run.")
      .AsOptional();
  op->AddOutput("Out",
                "The product, [rows of X, N], with the axes that those are, of "
                "out_dtype.");
  op->AddAttr<int64_t>("x_num_col_dims", "How many axes of X are its rows.")
      .SetDefault(1)
      .AtLeast(1);
  AddQuantizedResult(op, "Out");
  op->KernelTypeFrom("X");
  op->AddComment(
      "Out = activation((X * XScale) * transpose(Y * YScale) + Bias) / "
      "OutScale, rounded half to even and kept within the range of out_dtype "
      "if that is an integer type. Products of integers are added up exactly "
      "where the processor has instructions for them. Passes write it in "
      "place of several operators. Errors: InvalidArgument for an X that "
      "cannot be split there, inputs of other shapes or data types, and a "
      "scale that is missing or has no integers. Source: Jacob et al., "
      "\"Quantization and Training of Neural Networks for Efficient "
      "Integer-Arithmetic-Only Inference\" (CVPR 2018), section 2.2.");
}

void InferQuantizedMul(framework::InferShapeContext* ctx) {
  const Dims x = ctx->InputDims("X"), y = ctx->InputDims("Y");
  const int64_t columns = ctx->Attr<int64_t>("x_num_col_dims");
  PADDLE_ENFORCE(columns < x.rank() && IsByte(ctx->InputType("X")),
                 InvalidArgument, "quantized_mul cannot split X ", x.ToString(),
                 " of int8 or uint8 after axis ", columns,
                 " into rows and columns; it is of ",
                 framework::DataTypeName(ctx->InputType("X")));
  const int64_t width = ctx->NumelOf(x.Slice(columns, x.rank()));
  PADDLE_ENFORCE(y.rank() == 4 && framework::MayBeEqual(y[1], width),
                 InvalidArgument, "Y of quantized_mul is [N, ",
                 ctx->sizes().Text(width), ", 1, 1], not ", y.ToString());
  CheckInput(*ctx, "Y", {y[0], y[1], 1, 1}, DataType::kInt8);
  CheckInput(*ctx, "XScale", {1});
  CheckInput(*ctx, "YScale", {y[0]});
  CheckInput(*ctx, "Bias", {y[0]});
  const auto type =
      framework::ParseDataType(ctx->Attr<std::string>("out_dtype"));
  CheckScale(*ctx, "Out", type, "OutScale");
  Dims out = x.Slice(0, static_cast<int>(columns));
  out.Append(y[0]);
  ctx->SetOutput("Out", out, type);
  ctx->ShareLoD("X", "Out");
}

double QuantizedMulFlops(const framework::FlopsContext& op) {
  const auto axes = static_cast<int>(op.Attr<int64_t>("x_num_col_dims"));
  return 2 * framework::NumelBetween(op.DimsOf("X"), 0, axes) * op.SizeOf("Y");
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(quantized_mul,
                             framework::ShapeFunction(InferQuantizedMul),
                             framework::MakerFunction(DescribeQuantizedMul));
REGISTER_OP_FLOPS(quantized_mul, QuantizedMulFlops);

}  // namespace paddle::operators
