#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/registry/precision.h"
#include "paddle/operators/common/window_shape.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

void InferPixelShuffle(framework::InferShapeContext* ctx) {
  const framework::Dims x = ImageDims(*ctx, "X", 2);
  const int64_t r = ctx->Attr<int64_t>("upscale_factor");
  PADDLE_ENFORCE(x[1] < 0 || x[1] % (r * r) == 0, InvalidArgument,
                 "pixel_shuffle cannot make blocks of ", r, " x ", r,
                 " of the ", x[1], " channels of X ", x.ToString());
  auto& sizes = ctx->sizes();
  ctx->SetOutput(
      "Out",
      {x[0], sizes.Div(x[1], r * r), sizes.Mul(x[2], r), sizes.Mul(x[3], r)},
      ctx->InputType("X"));
  ctx->ShareLoD("X", "Out");
}

void DescribePixelShuffle(framework::OpMaker* op) {
  // Its square, which the channels are divided by, is far from overflow.
  constexpr double kMostTimes = 65536;
  op->AddInput("X", "Images, [N, C * r * r, H, W], r being upscale_factor.");
  op->AddOutput("Out", "[N, C, H * r, W * r].");
  op->AddAttr<int64_t>("upscale_factor", "By how much height and width grow.")
      .AtLeast(1)
      .AtMost(kMostTimes);
  op->AddComment(
      "Out[n, c, y * r + i, x * r + j] = X[n, (c * r + i) * r + j, y, x]: the "
      "last layer of a sub-pixel convolution "
      "(https://arxiv.org/abs/1609.05158). Errors: InvalidArgument for "
      "channels whose number is no multiple of upscale_factor squared.");
}

}  // namespace

REGISTER_OP(pixel_shuffle, framework::ShapeFunction(InferPixelShuffle),
            framework::MakerFunction(DescribePixelShuffle), pixel_shuffle_grad,
            framework::GradOpSchema({}));
REGISTER_PRECISION(pixel_shuffle, kFollows);
REGISTER_OP_FLOPS(pixel_shuffle, framework::NoFlops());

}  // namespace paddle::operators
