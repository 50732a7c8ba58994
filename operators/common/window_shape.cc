#include "paddle/operators/common/window_shape.h"

#include "paddle/platform/enforce.h"

namespace paddle::operators {

const char* ImageText(int axes) {
  return axes == 2 ? "[N, C, H, W]" : "[N, C, D, H, W]";
}

const char* AxesText(int axes) {
  return axes == 2 ? "height, width" : "depth, height, width";
}

framework::Dims ImageDims(const framework::InferShapeContext& context,
                          absl::string_view slot, int axes) {
  framework::Dims dims = context.InputDims(slot);
  PADDLE_ENFORCE(dims.rank() == 2 + axes, InvalidArgument, slot, " of ",
                 context.op_type(), " is ", ImageText(axes), ", not ",
                 dims.ToString());
  return dims;
}

const std::vector<int64_t>& AxesAttr(
    const framework::InferShapeContext& context, absl::string_view attr,
    int axes) {
  const auto& values = context.Attr<std::vector<int64_t>>(attr);
  PADDLE_ENFORCE(static_cast<int>(values.size()) == axes, InvalidArgument, attr,
                 " of ", context.op_type(), " is ", AxesText(axes), ", ", axes,
                 " numbers, not ", values.size());
  return values;
}

int64_t WindowCount(framework::InferShapeContext* context,
                    const WindowAxis& axis, bool ceil_mode) {
  framework::SizeAlgebra& sizes = context->sizes();
  const int64_t padded =
      sizes.Add(axis.size, sizes.Add(axis.before, axis.after));
  // A symbolic size cannot be checked before a run.
  PADDLE_ENFORCE(padded < 0 || padded >= axis.reach, InvalidArgument, "the ",
                 context->op_type(), " window reaches over ", axis.reach,
                 " elements, but the padded image has ", padded);
  const int64_t steps = sizes.Sub(padded, axis.reach);
  if (!ceil_mode) return sizes.Add(sizes.Div(steps, axis.stride), 1);
  const int64_t last =
      sizes.Div(sizes.Add(steps, axis.stride - 1), axis.stride);
  // Rounding up may add a window that begins in the padding after the image,
  // where it would cover no element: such a window does not count.
  const bool may_begin_outside = axis.stride > axis.reach - axis.after;
  if (!may_begin_outside) return sizes.Add(last, 1);
  // The image is symbolic: only the run knows if the last window counts.
  if (last < 0) return sizes.Fresh();
  return last * axis.stride >= axis.size + axis.before ? last : last + 1;
}

}  // namespace paddle::operators
