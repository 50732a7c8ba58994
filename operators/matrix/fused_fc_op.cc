#include <string>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/operators/common/fused_activation_attr.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::Dims;

// Throws InvalidArgument unless an optional input has these dims and X's data
// type.
void CheckOptional(const framework::InferShapeContext& ctx, const char* slot,
                   const Dims& wanted) {
  if (!ctx.HasInput(slot)) return;
  const Dims dims = ctx.InputDims(slot);
  PADDLE_ENFORCE(framework::MayBeEqual(dims, wanted) &&
                     ctx.InputType(slot) == ctx.InputType("X"),
                 InvalidArgument, slot, " of fused_fc is ", wanted.ToString(),
                 " of X's data type, not ", dims.ToString());
}

void InferFusedFc(framework::InferShapeContext* ctx) {
  const Dims x = ctx->InputDims("X");
  const Dims w = ctx->InputDims("W");
  const int64_t rows = ctx->Attr<int64_t>("x_num_col_dims");
  const bool transposed = ctx->Attr<bool>("transpose_W");
  PADDLE_ENFORCE(rows < x.rank(), InvalidArgument, "fused_fc cannot split X ",
                 x.ToString(), " after axis ", rows, " into rows and columns");
  PADDLE_ENFORCE(w.rank() == 2 && ctx->InputType("W") == ctx->InputType("X"),
                 InvalidArgument, "W of fused_fc is ",
                 transposed ? "[N, K]" : "[K, N]", " of X's data type, not ",
                 w.ToString());
  const int64_t width = ctx->NumelOf(x.Slice(rows, x.rank()));
  const int64_t height = w[transposed ? 1 : 0];
  PADDLE_ENFORCE(framework::MayBeEqual(width, height), InvalidArgument,
                 "fused_fc cannot multiply X ", x.ToString(), ", ",
                 ctx->sizes().Text(width), " wide, by W ", w.ToString(), ", ",
                 ctx->sizes().Text(height), " high");
  Dims out = x.Slice(0, rows);
  out.Append(w[transposed ? 0 : 1]);
  CheckOptional(*ctx, "Bias", {out.at(-1)});
  CheckOptional(*ctx, "Residual", out);
  ctx->SetOutput("Out", out, ctx->InputType("X"));
  ctx->ShareLoD("X", "Out");
}

void DescribeFusedFc(framework::OpMaker* op) {
  op->AddInput("X",
               "Tensor of rank 2 or more, seen as a matrix: its first "
               "x_num_col_dims axes are the rows, the others the K columns.");
  op->AddInput("W", "[K, N], or [N, K] if transpose_W is set.");
  op->AddInput("Bias", "Added to each row, [N].").AsOptional();
  op->AddInput("Residual", "Added to the result, of Out's shape.").AsOptional();
  op->AddInput("PackedW",
               "W as pack_fc_weight returns it, [L]: saves reordering it in "
               "each run.")
      .AsOptional();
  op->AddOutput("Out", "[rows of X, N], with the axes that those are.");
  op->AddAttr<int64_t>("x_num_col_dims", "How many axes of X are its rows.")
      .SetDefault(1)
      .AtLeast(1);
  op->AddAttr<bool>("transpose_W", "W is stored as [N, K].").SetDefault(false);
  AddFusedActivationAttr(op);
  op->AddComment(
      "Out = activation(X * W + Bias + Residual), a fully connected layer, for "
      "inference: passes write it in place of several operators, which leave "
      "the memory of the processor for each of them. With a PackedW that this "
      "processor reads (floats: with AVX-512) a row of Out has the same bits "
      "whatever other rows there are. Errors: "
      "InvalidArgument for an X that cannot be split there, a W that is no "
      "matrix or does not fit the columns of X, two data types, and a Bias or "
      "Residual of another shape. Source: Goodfellow, Bengio and Courville, "
      "\"Deep Learning\" (2016), chapter 6.");
}

// Each element of Out takes a product with a column of W.
double FusedFcFlops(const framework::FlopsContext& op) {
  const auto axes = static_cast<int>(op.Attr<int64_t>("x_num_col_dims"));
  return 2 * framework::NumelBetween(op.DimsOf("X"), 0, axes) * op.SizeOf("W");
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(fused_fc, framework::ShapeFunction(InferFusedFc),
                             framework::MakerFunction(DescribeFusedFc));
REGISTER_OP_FLOPS(fused_fc, FusedFcFlops);

}  // namespace paddle::operators
