#include <vector>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/common/window_shape.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::Dims;
using framework::InferShapeContext;
using Numbers = std::vector<int64_t>;

void SetSequences(InferShapeContext* ctx, int64_t images, int64_t windows) {
  if (!ctx->is_running()) return ctx->SetLoDLevels("Out", 1);
  Numbers offsets;
  for (int64_t i = 0; i <= images; ++i) offsets.push_back(i * windows);
  ctx->SetLoD("Out", {offsets});
}

void InferIm2Sequence(InferShapeContext* ctx) {
  const Dims x = ImageDims(*ctx, "X", 2);
  const auto& kernels = AxesAttr(*ctx, "kernels", 2);
  const auto& strides = AxesAttr(*ctx, "strides", 2);
  const auto& paddings = ctx->Attr<Numbers>("paddings");
  PADDLE_ENFORCE(
      paddings.size() == 4, InvalidArgument,
      "paddings of im2sequence are up, left, down, right, 4 numbers, not ",
      paddings.size());
  auto& sizes = ctx->sizes();
  int64_t windows = 1;
  for (int i = 0; i < 2; ++i) {
    windows = sizes.Mul(windows, WindowCount(ctx,
                                             {x[2 + i], kernels[i], strides[i],
                                              paddings[i], paddings[2 + i]},
                                             false));
  }
  ctx->SetOutput("Out",
                 {sizes.Mul(x[0], windows),
                  sizes.Mul(x[1], sizes.Mul(kernels[0], kernels[1]))},
                 ctx->InputType("X"));
  SetSequences(ctx, x[0], windows);
}

void DescribeIm2Sequence(framework::OpMaker* op) {
  op->AddInput("X", "Images, [N, C, H, W].");
  op->AddOutput("Out",
                "A sequence for each image, of a row for each window, row by "
                "row of the image: [N * OH * OW, C * KH * KW].");
  op->AddAttr<Numbers>("kernels", "The size of the windows: height, width.")
      .Length(2)
      .AtLeast(1);
  op->AddAttr<Numbers>("strides", "The steps between windows: height, width.")
      .SetDefault({1, 1})
      .Length(2)
      .AtLeast(1);
  op->AddAttr<Numbers>("paddings",
                       "Zeros around the image: up, left, down, right.")
      .SetDefault({0, 0, 0, 0})
      .Length(4)
      .AtLeast(0);
  op->AddComment(
      "Images as sequences of what windows see of them, for a recurrent "
      "network to read. Source: Shi et al. 2015, arXiv:1507.05717, section "
      "2.1. Errors: InvalidArgument for other than four paddings, and windows "
      "that are larger than the padded image.");
}

}  // namespace

REGISTER_OP(im2sequence, framework::ShapeFunction(InferIm2Sequence),
            framework::MakerFunction(DescribeIm2Sequence), im2sequence_grad,
            framework::GradOpSchema({}));
REGISTER_OP_FLOPS(im2sequence, framework::NoFlops());

}  // namespace paddle::operators
