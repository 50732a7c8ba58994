#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/types/dims.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::Dims;
using framework::MayBeEqual;

void CheckBias(const framework::InferShapeContext& ctx, int64_t size) {
  if (!ctx.HasInput("Bias")) return;
  const Dims bias = ctx.InputDims("Bias");
  PADDLE_ENFORCE(MayBeEqual(bias, {size}) || MayBeEqual(bias, {1, size}),
                 InvalidArgument, "Bias ", bias.ToString(),
                 " of bilinear_tensor_product does not fit Weight ",
                 ctx.InputDims("Weight").ToString(), ": it is [size]");
  PADDLE_ENFORCE_EQ(ctx.InputType("Bias"), ctx.InputType("X"),
                    "Bias of bilinear_tensor_product must be of the type of X");
}

void InferBilinearTensorProduct(framework::InferShapeContext* ctx) {
  const Dims x = ctx->InputDims("X");
  const Dims y = ctx->InputDims("Y");
  const Dims weight = ctx->InputDims("Weight");
  PADDLE_ENFORCE(
      x.rank() == 2 && y.rank() == 2 && MayBeEqual(x[0], y[0]), InvalidArgument,
      "X ", x.ToString(), " and Y ", y.ToString(),
      " of bilinear_tensor_product must be matrices of as many rows");
  PADDLE_ENFORCE(
      weight.rank() == 3 && MayBeEqual(weight, {weight[0], x[1], y[1]}),
      InvalidArgument, "Weight ", weight.ToString(),
      " of bilinear_tensor_product does not fit X ", x.ToString(), " and Y ",
      y.ToString(), ": it is [size, width of X, width of Y]");
  CheckBias(*ctx, weight[0]);
  for (const char* slot : {"Y", "Weight"}) {
    PADDLE_ENFORCE_EQ(ctx->InputType(slot), ctx->InputType("X"), slot,
                      " of bilinear_tensor_product must be of the type of X");
  }
  ctx->SetOutput("Out", {x[0], weight[0]}, ctx->InputType("X"));
  ctx->ShareLoD("X", "Out");
}

void DescribeBilinearTensorProduct(framework::OpMaker* op) {
  op->AddInput("X", "The left rows, [rows, a].");
  op->AddInput("Y", "The right rows, [rows, b].");
  op->AddInput("Weight", "A matrix for each output, [size, a, b].");
  op->AddInput("Bias", "[size] or [1, size]; else zeros.").AsOptional();
  op->AddOutput("Out", "[rows, size].");
  op->AddComment(
      "Out[i][s] = X[i] Weight[s] Y[i]^T + Bias[s]: a bilinear form of each "
      "pair of rows for each output. Errors: InvalidArgument unless X and Y "
      "are matrices of as many rows, Weight and Bias fit them, and all are of "
      "one data type.");
}

// x' W_i y for each row and output; Weight is [size, m, n].
double BilinearFlops(const framework::FlopsContext& op) {
  const framework::Dims& weight = op.DimsOf("Weight");
  return 2.0 * op.DimsOf("X")[0] * weight[0] * (weight[1] + 1) * weight[2];
}

}  // namespace

REGISTER_OP(bilinear_tensor_product,
            framework::ShapeFunction(InferBilinearTensorProduct),
            framework::MakerFunction(DescribeBilinearTensorProduct),
            bilinear_tensor_product_grad,
            framework::GradOpSchema({"X", "Y", "Weight"}));
REGISTER_OP_FLOPS(bilinear_tensor_product, BilinearFlops,
                  framework::GradFlops::kOfEachGradient);

}  // namespace paddle::operators
