#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/operators/normalization/channel_shape.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

void InferCosSim(framework::InferShapeContext* ctx) {
  const framework::Dims x = ctx->InputDims("X");
  const framework::Dims y = ctx->InputDims("Y");
  const bool fits =
      x.rank() >= 2 && y.rank() == x.rank() &&
      framework::MayBeEqual(x.Slice(1, x.rank()), y.Slice(1, y.rank())) &&
      (y[0] == 1 || framework::MayBeEqual(x[0], y[0]));
  PADDLE_ENFORCE(
      fits, InvalidArgument,
      "cos_sim takes X [N, D, ...] and Y [N, D, ...] or [1, D, ...], "
      "not ",
      x.ToString(), " and ", y.ToString());
  const framework::DataType type = ctx->InputType("X");
  PADDLE_ENFORCE_EQ(ctx->InputType("Y"), type,
                    "Y of cos_sim must have the data type of X");
  ctx->SetOutput("Out", {x[0], 1}, type);
  ctx->ShareLoD("X", "Out");
  ctx->SetOutput("XNorm", {x[0], 1}, StatisticsType(type));
  ctx->SetOutput("YNorm", {y[0], 1}, StatisticsType(type));
}

void DescribeCosSim(framework::OpMaker* op) {
  op->AddInput("X", "Vectors, [N, D], or what counts as such, [N, D, ...].");
  op->AddInput("Y", "The shape of X, or one vector for all of X, [1, D, ...].");
  op->AddOutput("Out", "[N, 1].");
  op->AddOutput("XNorm", "The L2 norms of X, [N, 1].").AsIntermediate();
  op->AddOutput("YNorm", "The L2 norms of Y, [N, 1] or [1, 1].")
      .AsIntermediate();
  op->AddComment(
      "Out = X . Y / (|X| |Y|), row by row: the cosine of the angle between "
      "two vectors. With a vector of norm 0 it is 0, and so are its gradients. "
      "Squares of elements that overflow, beyond 1e19 in float32, give NaN: "
      "scale such vectors first. Errors: InvalidArgument unless Y is of "
      "the shape of X, or has one row, and of the data type of X.");
}

}  // namespace

REGISTER_OP(cos_sim, framework::ShapeFunction(InferCosSim),
            framework::MakerFunction(DescribeCosSim), cos_sim_grad,
            framework::GradOpSchema({"X", "Y", "Out", "XNorm", "YNorm"}));
REGISTER_OP_FLOPS(cos_sim, framework::FlopsOfLargest(3));

}  // namespace paddle::operators
