#include "paddle/operators/pooling/pool_schema_base.h"

#include <string>
#include <vector>

#include "paddle/operators/common/window_padding.h"
#include "paddle/operators/common/window_shape.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::Dims;
using framework::InferShapeContext;
using Numbers = std::vector<int64_t>;

// True for images [N, H, W, C].
bool HasChannelsLast(const InferShapeContext& ctx, int axes, bool with_index) {
  return axes == 2 && !with_index &&
         ctx.Attr<std::string>("data_format") == "NHWC";
}

// Each window must see an element of the image.
void CheckPadding(const InferShapeContext& ctx, const WindowPadding& padding,
                  int axis, int64_t ksize) {
  if (padding.is_same()) return;
  for (int64_t size : {padding.before(axis), padding.after(axis)}) {
    PADDLE_ENFORCE(size < ksize, InvalidArgument, "a padding of ", size,
                   " leaves ", ctx.op_type(), " windows of ", ksize,
                   " without any element of the image");
  }
}

// Appends the number of windows that slide over x, along each axis.
void AppendSliding(InferShapeContext* ctx, const Dims& x, int axes,
                   const WindowPadding& padding, Dims* out) {
  const auto& ksize = AxesAttr(*ctx, "ksize", axes);
  const auto& strides = AxesAttr(*ctx, "strides", axes);
  for (int i = 0; i < axes; ++i) {
    CheckPadding(*ctx, padding, i, ksize[i]);
    out->Append(padding.Count(ctx, i, x[2 + i], ksize[i], strides[i],
                              ctx->Attr<bool>("ceil_mode")));
  }
}

}  // namespace

void PoolOp::InferShape(InferShapeContext* ctx) const {
  Dims x = ImageDims(*ctx, "X", axes_);
  const bool last = HasChannelsLast(*ctx, axes_, with_index_);
  if (last) x = {x[0], x[3], x[1], x[2]};
  const bool global = ctx->Attr<bool>("global_pooling");
  const bool adaptive = ctx->Attr<bool>("adaptive");
  PADDLE_ENFORCE(!global || !adaptive, InvalidArgument, ctx->op_type(),
                 " is global_pooling or adaptive, not both");
  const WindowPadding padding(*ctx, axes_);
  Dims out{x[0], x[1]};
  if (!global && !adaptive) AppendSliding(ctx, x, axes_, padding, &out);
  for (int i = 0; i < axes_ && (global || adaptive); ++i) {
    PADDLE_ENFORCE(x[2 + i] != 0, InvalidArgument, ctx->op_type(),
                   " cannot pool the empty images of X ", x.ToString());
    out.Append(global ? 1 : AxesAttr(*ctx, "ksize", axes_)[i]);
  }
  if (last) out = {out[0], out[2], out[3], out[1]};
  ctx->SetOutput("Out", out, ctx->InputType("X"));
  ctx->ShareLoD("X", "Out");
  if (!with_index_) return;
  ctx->SetOutput("Mask", out, framework::DataType::kInt64);
  ctx->ShareLoD("X", "Mask");
}

void PoolOpMaker::Make() {
  AddInput("X", std::string("Images, ") + ImageText(axes_) + ".");
  AddOutput("Out", axes_ == 2 ? "[N, C, OH, OW]." : "[N, C, OD, OH, OW].");
  if (with_index_) {
    AddOutput(
        "Mask",
        "Where in its image each element of Out stands, counted in row-major "
        "order, int64, in the shape of Out; of equal ones the first.")
        .NoGradient();
  } else if (integers_) {
    AddFormat();
  } else {
    AddKinds();
  }
  AddWindow();
  const char* text =
      "Out = one number for each window: the largest, or the mean.";
  if (integers_) {
    text =
        "Out = the largest element of each window, of 8-bit integers that "
        "stand for real numbers.";
  } else if (with_index_) {
    text = "Out = the largest element of each window, Mask = where it is.";
  }
  AddComment(
      std::string(text) +
      " Errors: InvalidArgument for empty images, a padding that leaves "
      "windows without an element, a window that is larger than the padded "
      "image, and global_pooling with adaptive.");
}

void PoolOpMaker::AddKinds() {
  AddAttr<std::string>("pooling_type",
                       "max: the largest element of each window; its gradient "
                       "goes to the first of the largest. avg: the mean.")
      .SetDefault("max")
      .OneOf({"max", "avg"});
  if (axes_ == 2) AddFormat();
  AddAttr<bool>("exclusive",
                "A mean is one of the elements inside the image; otherwise the "
                "padding counts, as zeros.")
      .SetDefault(true);
}

void PoolOpMaker::AddFormat() {
  AddAttr<std::string>("data_format",
                       "NCHW: the channels are axis 1; NHWC: the last axis, "
                       "of X and of Out.")
      .SetDefault("NCHW")
      .OneOf({"NCHW", "NHWC"});
}

void PoolOpMaker::AddWindow() {
  const std::string axes = std::string(": ") + AxesText(axes_) + ".";
  AddAttr<Numbers>("ksize", "The size of the windows" + axes +
                                " Not read with global_pooling.")
      .SetDefault(Numbers(axes_, 1))
      .Length(axes_)
      .AtLeast(1);
  AddAttr<bool>("global_pooling", "One window, which is the whole image.")
      .SetDefault(false);
  AddAttr<bool>(
      "adaptive",
      "ksize is the size of Out: window o along an axis of n elements goes "
      "from o * n / ksize, rounded down, to (o + 1) * n / ksize, rounded up.")
      .SetDefault(false);
  AddAttr<Numbers>("strides", "The steps between windows" + axes)
      .SetDefault(Numbers(axes_, 1))
      .Length(axes_)
      .AtLeast(1);
  AddPaddingAttrs(this, axes_,
                  "How far windows reach beyond the image, less than ksize",
                  "sizes become size / stride, rounded up, and windows reach "
                  "as far in front of the image as behind it, or one less.");
  AddAttr<bool>("ceil_mode",
                "The last window may reach beyond the padded image.")
      .SetDefault(false);
}

double PoolFlops(const framework::FlopsContext& op) {
  if (op.HasAttr("global_pooling") && op.Attr<bool>("global_pooling")) {
    return op.SizeOf("X");
  }
  double flops = op.SizeOf("Out");
  for (int64_t size : op.Attr<std::vector<int64_t>>("ksize")) flops *= size;
  return flops;
}

}  // namespace paddle::operators
