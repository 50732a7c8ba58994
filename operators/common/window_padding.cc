#include "paddle/operators/common/window_padding.h"

#include "paddle/operators/common/window_shape.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

using Numbers = std::vector<int64_t>;

void AddPaddingAttrs(framework::OpMaker* op, int axes,
                     const std::string& comment, const std::string& same) {
  const char* ends = axes == 2 ? "top, bottom, left, right"
                               : "front, back, top, bottom, left, right";
  op->AddAttr<Numbers>("paddings", comment + ": " + AxesText(axes) +
                                       "; or, where the ends of an axis "
                                       "differ, " +
                                       ends + ".")
      .SetDefault(Numbers(axes, 0))
      .LengthBetween(axes, 2 * axes)
      .AtLeast(0)
      .AtMost(int64_t{1} << 31);
  op->AddAttr<std::string>("padding_algorithm",
                           "EXPLICIT: as paddings say. SAME: paddings are not "
                           "read; " +
                               same)
      .SetDefault("EXPLICIT")
      .OneOf({"EXPLICIT", "SAME"});
}

WindowPadding::WindowPadding(const framework::InferShapeContext& context,
                             int axes)
    : paddings_(context.Attr<Numbers>("paddings")),
      step_(static_cast<int>(paddings_.size()) == axes ? 1 : 2),
      same_(context.Attr<std::string>("padding_algorithm") == "SAME") {
  PADDLE_ENFORCE(static_cast<int>(paddings_.size()) == step_ * axes,
                 InvalidArgument, "paddings of ", context.op_type(), " is ",
                 AxesText(axes), ", ", axes, " numbers, or one for each end, ",
                 2 * axes, ", not ", paddings_.size());
}

int64_t WindowPadding::Count(framework::InferShapeContext* context, int axis,
                             int64_t size, int64_t reach, int64_t stride,
                             bool ceil_mode) const {
  if (!same_) {
    return WindowCount(
        context, {size, reach, stride, before(axis), after(axis)}, ceil_mode);
  }
  PADDLE_ENFORCE(size != 0, InvalidArgument, context->op_type(),
                 " with padding_algorithm SAME on images without elements");
  framework::SizeAlgebra& sizes = context->sizes();
  return sizes.Div(sizes.Add(size, stride - 1), stride);
}

}  // namespace paddle::operators
