#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/registry/precision.h"
#include "paddle/framework/registry/row_sums.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::Dims;

void CheckSplit(const char* slot, const Dims& dims, int64_t columns) {
  PADDLE_ENFORCE(columns < dims.rank(), InvalidArgument, "mul cannot split ",
                 slot, " ", dims.ToString(), " after axis ", columns,
                 " into rows and columns");
}

void InferMul(framework::InferShapeContext* ctx) {
  const Dims x = ctx->InputDims("X");
  const Dims y = ctx->InputDims("Y");
  const int64_t x_columns = ctx->Attr<int64_t>("x_num_col_dims");
  const int64_t y_columns = ctx->Attr<int64_t>("y_num_col_dims");
  CheckSplit("X", x, x_columns);
  CheckSplit("Y", y, y_columns);
  PADDLE_ENFORCE_EQ(ctx->InputType("X"), ctx->InputType("Y"),
                    "X and Y of mul must be of one data type");
  const int64_t width = ctx->NumelOf(x.Slice(x_columns, x.rank()));
  const int64_t height = ctx->NumelOf(y.Slice(0, y_columns));
  PADDLE_ENFORCE(framework::MayBeEqual(width, height), InvalidArgument,
                 "mul cannot multiply X ", x.ToString(), ", ",
                 ctx->sizes().Text(width), " wide, by Y ", y.ToString(), ", ",
                 ctx->sizes().Text(height), " high");
  Dims out = x.Slice(0, x_columns);
  for (int64_t size : y.Slice(y_columns, y.rank())) out.Append(size);
  ctx->SetOutput("Out", out, ctx->InputType("X"));
  ctx->ShareLoD("X", "Out");
}

void DescribeMul(framework::OpMaker* op) {
  op->AddInput("X",
               "Tensor of rank 2 or more, seen as a matrix: its first "
               "x_num_col_dims axes are the rows, the others the columns.");
  op->AddInput("Y",
               "Tensor of rank 2 or more, seen as a matrix: its first "
               "y_num_col_dims axes are the rows, as many as X has columns, "
               "and the others the columns.");
  op->AddOutput(
      "Out",
      "The product, [rows of X, columns of Y], with the axes that those are.");
  op->AddAttr<int64_t>("x_num_col_dims", "How many axes of X are its rows.")
      .SetDefault(1)
      .AtLeast(1);
  op->AddAttr<int64_t>("y_num_col_dims", "How many axes of Y are its rows.")
      .SetDefault(1)
      .AtLeast(1);
  op->AddComment(
      "Out = X * Y, the product of two tensors seen as matrices. Errors: "
      "InvalidArgument for X or Y that cannot be split there, for a width of X "
      "that is not the height of Y, and for two data types.");
}

// X is [m, k] and Y [k, n], after flattening.
double MulFlops(const framework::FlopsContext& op) {
  const auto axes = static_cast<int>(op.Attr<int64_t>("x_num_col_dims"));
  return 2 * framework::NumelBetween(op.DimsOf("X"), 0, axes) * op.SizeOf("Y");
}

}  // namespace

REGISTER_OP(mul, framework::ShapeFunction(InferMul),
            framework::MakerFunction(DescribeMul), mul_grad,
            framework::GradOpSchema({"X", "Y"}));
REGISTER_ROW_SUM(mul_grad, "Y@GRAD", "X", "Out@GRAD");
REGISTER_PRECISION(mul, kHalf);
REGISTER_OP_FLOPS(mul, MulFlops, framework::GradFlops::kOfEachGradient);

}  // namespace paddle::operators
