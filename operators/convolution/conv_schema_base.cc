#include "paddle/operators/convolution/conv_schema_base.h"

#include <algorithm>
#include <vector>

#include "paddle/framework/types/size_match.h"
#include "paddle/operators/common/window_padding.h"
#include "paddle/operators/common/window_shape.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::Dims;
using framework::InferShapeContext;
using Numbers = std::vector<int64_t>;

// Steps, padding and dilation of each axis.
struct Window {
  Window(const InferShapeContext& ctx, int axes)
      : strides(AxesAttr(ctx, "strides", axes)),
        padding(ctx, axes),
        dilations(AxesAttr(ctx, "dilations", axes)) {}
  const Numbers& strides;
  const WindowPadding padding;
  const Numbers& dilations;
};

const char* FilterText(int axes, bool transposed) {
  if (axes == 2) {
    return transposed ? "[C, M / groups, KH, KW]" : "[M, C / groups, KH, KW]";
  }
  return transposed ? "[C, M / groups, KD, KH, KW]"
                    : "[M, C / groups, KD, KH, KW]";
}

// The dims of Filter, of the right rank.
Dims FilterDims(const InferShapeContext& ctx, int axes, bool transposed) {
  Dims filter = ctx.InputDims("Filter");
  PADDLE_ENFORCE_EQ(filter.rank(), 2 + axes, "Filter of ", ctx.op_type(),
                    " is ", FilterText(axes, transposed), ", not ",
                    filter.ToString());
  return filter;
}

void RequireOneType(const InferShapeContext& ctx) {
  PADDLE_ENFORCE_EQ(ctx.InputType("Input"), ctx.InputType("Filter"),
                    "Input and Filter of ", ctx.op_type(),
                    " must be of one data type");
}

// Returns the distance from the first to the last element of the window along
// an axis, both included.
int64_t ReachOf(InferShapeContext* ctx, const Dims& filter, int axis,
                int64_t dilation) {
  PADDLE_ENFORCE(filter[2 + axis] >= 1, InvalidArgument,
                 "the kernel of Filter ", filter.ToString(), " needs a size");
  auto& sizes = ctx->sizes();
  return sizes.Add(sizes.Mul(filter[2 + axis] - 1, dilation), 1);
}

void SetOutput(InferShapeContext* ctx, const Dims& out) {
  ctx->SetOutput("Output", out, ctx->InputType("Input"));
  ctx->ShareLoD("Input", "Output");
}

// Returns the size along one axis that `output_size` or `output_padding` ask
// for, given that without them it is `least`. Several sizes of an output lead
// to one input if there is a stride, so the size may be chosen within `limit`.
int64_t TransposedSize(InferShapeContext* ctx, int axes, int axis,
                       int64_t least, int64_t limit) {
  const auto& wanted = ctx->Attr<Numbers>("output_size");
  const auto& extra = ctx->Attr<Numbers>("output_padding");
  if (!wanted.empty()) {
    const int64_t size = AxesAttr(*ctx, "output_size", axes)[axis];
    PADDLE_ENFORCE(least < 0 || (size >= least && size < least + limit),
                   InvalidArgument, "output_size ", size, " of ",
                   ctx->op_type(), " along axis ", 2 + axis, " is not from ",
                   least, " to ", least + limit - 1);
    return size;
  }
  if (extra.empty()) return least;
  const int64_t padding = AxesAttr(*ctx, "output_padding", axes)[axis];
  PADDLE_ENFORCE(padding < limit, InvalidArgument, "output_padding ", padding,
                 " of ", ctx->op_type(), " along axis ", 2 + axis,
                 " is not less than stride or dilation, ", limit);
  return ctx->sizes().Add(least, padding);
}

}  // namespace

void ConvOp::CheckChannels(InferShapeContext* ctx, const Dims& input,
                           const Dims& filter) const {
  const int64_t groups = ctx->Attr<int64_t>("groups");
  PADDLE_ENFORCE(
      framework::MayBeEqual(input[1], ctx->sizes().Mul(filter[1], groups)),
      InvalidArgument, "Filter ", filter.ToString(), " of ", ctx->op_type(),
      " with ", groups, " group(s) does not fit the channels of Input ",
      input.ToString());
  PADDLE_ENFORCE(filter[0] < 0 || filter[0] % groups == 0, InvalidArgument,
                 ctx->op_type(), " cannot split the ", filter[0],
                 " filters of Filter ", filter.ToString(), " into ", groups,
                 " groups");
}

void ConvOp::CheckFilterType(InferShapeContext* ctx) const {
  RequireOneType(*ctx);
}

Dims ConvOp::OutputDims(InferShapeContext* ctx, const Dims& input) const {
  const Dims filter = FilterDims(*ctx, axes_, false);
  CheckFilterType(ctx);
  CheckChannels(ctx, input, filter);
  const Window window(*ctx, axes_);
  Dims out{input[0], filter[0]};
  for (int i = 0; i < axes_; ++i) {
    const int64_t reach = ReachOf(ctx, filter, i, window.dilations[i]);
    out.Append(window.padding.Count(ctx, i, input[2 + i], reach,
                                    window.strides[i], false));
  }
  return out;
}

void ConvOp::InferShape(InferShapeContext* ctx) const {
  SetOutput(ctx, OutputDims(ctx, ImageDims(*ctx, "Input", axes_)));
}

Dims ConvNhwcOp::LastDims(InferShapeContext* ctx) const {
  const Dims input = ctx->InputDims("Input");
  PADDLE_ENFORCE(input.rank() == 4, InvalidArgument, "Input of ",
                 ctx->op_type(), " is [N, H, W, C], not ", input.ToString());
  const Dims out = OutputDims(ctx, {input[0], input[3], input[1], input[2]});
  return {out[0], out[2], out[3], out[1]};
}

void ConvNhwcOp::InferShape(InferShapeContext* ctx) const {
  SetOutput(ctx, LastDims(ctx));
}

void ConvTransposeOp::InferShape(InferShapeContext* ctx) const {
  const Dims input = ImageDims(*ctx, "Input", axes_);
  const Dims filter = FilterDims(*ctx, axes_, true);
  RequireOneType(*ctx);
  const int64_t groups = ctx->Attr<int64_t>("groups");
  PADDLE_ENFORCE(framework::MayBeEqual(input[1], filter[0]), InvalidArgument,
                 "Filter ", filter.ToString(), " of ", ctx->op_type(),
                 " does not fit the channels of Input ", input.ToString());
  PADDLE_ENFORCE(filter[0] < 0 || filter[0] % groups == 0, InvalidArgument,
                 ctx->op_type(), " cannot split the ", filter[0],
                 " channels of Input ", input.ToString(), " into ", groups,
                 " groups");
  PADDLE_ENFORCE(ctx->Attr<Numbers>("output_size").empty() ||
                     ctx->Attr<Numbers>("output_padding").empty(),
                 InvalidArgument, ctx->op_type(),
                 " takes output_size or output_padding, not both");
  const Window window(*ctx, axes_);
  const bool same = window.padding.is_same();
  PADDLE_ENFORCE(!same || (ctx->Attr<Numbers>("output_size").empty() &&
                           ctx->Attr<Numbers>("output_padding").empty()),
                 InvalidArgument, ctx->op_type(),
                 " with padding_algorithm SAME takes neither output_size nor "
                 "output_padding");
  auto& sizes = ctx->sizes();
  Dims out{input[0], sizes.Mul(filter[1], groups)};
  for (int i = 0; i < axes_; ++i) {
    const int64_t reach = ReachOf(ctx, filter, i, window.dilations[i]);
    PADDLE_ENFORCE(input[2 + i] != 0, InvalidArgument, ctx->op_type(),
                   " cannot enlarge the empty images of Input ",
                   input.ToString());
    if (same) {
      out.Append(sizes.Mul(input[2 + i], window.strides[i]));
      continue;
    }
    const int64_t full = sizes.Add(
        sizes.Mul(sizes.Sub(input[2 + i], 1), window.strides[i]), reach);
    const int64_t before = window.padding.before(i);
    const int64_t after = window.padding.after(i);
    const int64_t cut = sizes.Add(before, after);
    PADDLE_ENFORCE(full < 0 || full > cut, InvalidArgument, "paddings of ",
                   before, " and ", after, " leave nothing of the ", full,
                   " elements that ", ctx->op_type(), " makes of axis ", 2 + i,
                   " of Input ", input.ToString());
    out.Append(
        TransposedSize(ctx, axes_, i, sizes.Sub(full, cut),
                       std::max(window.strides[i], window.dilations[i])));
  }
  SetOutput(ctx, out);
}

}  // namespace paddle::operators
