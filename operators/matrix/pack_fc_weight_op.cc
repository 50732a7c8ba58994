#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/matrix/packed_weight_size.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::Dims;

void InferPackedWeight(framework::InferShapeContext* ctx) {
  const Dims w = ctx->InputDims("W");
  PADDLE_ENFORCE(w.rank() == 2 && w.IsStatic() && w.Numel() > 0,
                 InvalidArgument,
                 "W of pack_fc_weight is a matrix of sizes that are known and "
                 "not 0, not ",
                 w.ToString());
  // Filled up to the same sizes if it is transposed.
  const framework::DataType type = ctx->InputType("W");
  ctx->SetOutput("Out",
                 {kernels::PackedWeightSize(
                     w[0], w[1], type == framework::DataType::kFloat32)},
                 type);
}

void DescribePackFcWeight(framework::OpMaker* op) {
  op->AddInput("W", "[K, N], or [N, K] if transpose_W is set.");
  op->AddOutput("Out",
                "[L]: a note of the order, and W in that order, filled up to "
                "whole registers.");
  op->AddAttr<bool>("transpose_W", "W is stored as [N, K].").SetDefault(false);
  op->AddComment(
      "Puts the W of a fused_fc into the order in which this processor reads "
      "it "
      "fastest, once for all runs: its PackedW. The bytes mean nothing on "
      "other processors, and belong in no file. Errors: InvalidArgument for a "
      "W of another rank, without elements or of unknown sizes. Source: Goto "
      "and van de Geijn, \"Anatomy of High-Performance Matrix "
      "Multiplication\" (2008), section 4.");
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(pack_fc_weight,
                             framework::ShapeFunction(InferPackedWeight),
                             framework::MakerFunction(DescribePackFcWeight));
REGISTER_OP_FLOPS(pack_fc_weight, framework::NoFlops());

}  // namespace paddle::operators
