#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::Dims;

void InferConvShift(framework::InferShapeContext* ctx) {
  const Dims x = ctx->InputDims("X");
  const Dims y = ctx->InputDims("Y");
  PADDLE_ENFORCE(
      x.rank() == 2 && y.rank() == 2 && framework::MayBeEqual(x[0], y[0]),
      InvalidArgument, "X ", x.ToString(), " and Y ", y.ToString(),
      " of conv_shift are matrices of as many rows");
  PADDLE_ENFORCE(y[1] < 0 || y[1] % 2 == 1, InvalidArgument, "Y ", y.ToString(),
                 " of conv_shift has an odd number of columns");
  PADDLE_ENFORCE(x[1] < 0 || y[1] <= x[1], InvalidArgument, "Y ", y.ToString(),
                 " of conv_shift is wider than X ", x.ToString());
  PADDLE_ENFORCE_EQ(ctx->InputType("X"), ctx->InputType("Y"),
                    "X and Y of conv_shift must be of one data type");
  ctx->ShareShape("X", "Out");
}

void DescribeConvShift(framework::OpMaker* op) {
  op->AddInput("X", "Rows that are circles, [B, m].");
  op->AddInput("Y", "A kernel for each row, [B, n]; n is odd and not above m.");
  op->AddOutput("Out", "[B, m].");
  op->AddComment(
      "Circular convolution: Out[b, j] = sum over k of X[b, (j + k - n / 2) "
      "mod m] * Y[b, k], n / 2 rounded down. Source: the shift weighting of "
      "Neural Turing Machines (https://arxiv.org/abs/1410.5401). Errors: "
      "InvalidArgument unless X and Y are matrices of as many rows and one "
      "data type, and the width of Y is odd and not above that of X.");
}

double ConvShiftFlops(const framework::FlopsContext& op) {
  return 2.0 * op.SizeOf("Out") * op.DimsOf("Y")[1];
}

}  // namespace

REGISTER_OP(conv_shift, framework::ShapeFunction(InferConvShift),
            framework::MakerFunction(DescribeConvShift), conv_shift_grad,
            framework::GradOpSchema({"X", "Y"}));
REGISTER_OP_FLOPS(conv_shift, ConvShiftFlops,
                  framework::GradFlops::kOfEachGradient);

}  // namespace paddle::operators
