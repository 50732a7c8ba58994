#include "paddle/operators/pooling/interpolate_schema_base.h"

#include <cmath>

#include "paddle/operators/common/window_shape.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::Dims;
using framework::InferShapeContext;

// The size of an axis of `size` elements, times `scale`.
int64_t Scaled(InferShapeContext* ctx, int64_t size, double scale) {
  if (size >= 0) return static_cast<int64_t>(std::floor(size * scale));
  // A symbol can be multiplied by a whole number; otherwise the size is new.
  const auto whole = static_cast<int64_t>(scale);
  return whole == scale ? ctx->sizes().Mul(size, whole) : ctx->sizes().Fresh();
}

}  // namespace

void InterpolateOp::InferShape(InferShapeContext* ctx) const {
  const Dims x = ImageDims(*ctx, "X", 2);
  const double scale = ctx->Attr<double>("scale");
  const int64_t given[] = {ctx->Attr<int64_t>("out_h"),
                           ctx->Attr<int64_t>("out_w")};
  PADDLE_ENFORCE((scale > 0) != (given[0] > 0 && given[1] > 0) &&
                     (given[0] > 0) == (given[1] > 0),
                 InvalidArgument, ctx->op_type(),
                 " takes scale, or out_h and out_w, not scale ", scale,
                 ", out_h ", given[0], " and out_w ", given[1]);
  Dims out{x[0], x[1]};
  for (int i = 0; i < 2; ++i) {
    PADDLE_ENFORCE(x[2 + i] != 0, InvalidArgument, ctx->op_type(),
                   " cannot resize the empty images of X ", x.ToString());
    out.Append(scale > 0 ? Scaled(ctx, x[2 + i], scale) : given[i]);
    PADDLE_ENFORCE(out[2 + i] != 0, InvalidArgument, "scale ", scale, " of ",
                   ctx->op_type(), " leaves nothing of the images of X ",
                   x.ToString());
  }
  ctx->SetOutput("Out", out, ctx->InputType("X"));
  ctx->ShareLoD("X", "Out");
}

void InterpolateOpMaker::Make() {
  constexpr double kMostTimes = 65536;
  AddInput("X", "Images, [N, C, H, W].");
  AddOutput("Out", "[N, C, out_h, out_w], or H and W times scale.");
  AddAttr<int64_t>("out_h", "The height of Out; 0: by scale.")
      .SetDefault(0)
      .AtLeast(0);
  AddAttr<int64_t>("out_w", "The width of Out; 0: by scale.")
      .SetDefault(0)
      .AtLeast(0);
  AddAttr<double>("scale",
                  "By how much height and width grow; the new sizes are "
                  "rounded down. 0: out_h and out_w are given.")
      .SetDefault(0.0)
      .AtLeast(0)
      .AtMost(kMostTimes);
  if (align_corners_) {
    AddAttr<bool>(
        "align_corners",
        "The centers of the corner elements of both images stand over each "
        "other; otherwise the outer edges of the images do.")
        .SetDefault(false);
  }
  AddComment(rule_ +
             " Errors: InvalidArgument unless either scale, or out_h and out_w "
             "are given, and for images that are empty before or after.");
}

}  // namespace paddle::operators
