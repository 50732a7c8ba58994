#include "paddle/operators/nn/window_shape.h"

#include <vector>

#include "paddle/platform/enforce.h"

namespace paddle::operators {

std::array<int64_t, 2> PairAttr(const framework::InferShapeContext& context,
                                absl::string_view attr) {
  const auto& values = context.Attr<std::vector<int64_t>>(attr);
  PADDLE_ENFORCE(values.size() == 2, InvalidArgument, attr, " of ",
                 context.op_type(), " is height and width, 2 numbers, not ",
                 values.size());
  return {values[0], values[1]};
}

int64_t WindowCount(framework::InferShapeContext* context,
                    const WindowAxis& axis, bool ceil_mode) {
  framework::SizeAlgebra& sizes = context->sizes();
  const int64_t padded = sizes.Add(axis.size, sizes.Mul(2, axis.padding));
  PADDLE_ENFORCE(padded < 0 || padded >= axis.reach, InvalidArgument, "the ",
                 context->op_type(), " window reaches over ", axis.reach,
                 " elements, but the padded image has ", padded);
  const int64_t steps = sizes.Sub(padded, axis.reach);
  if (!ceil_mode) return sizes.Add(sizes.Div(steps, axis.stride), 1);
  const int64_t last =
      sizes.Div(sizes.Add(steps, axis.stride - 1), axis.stride);
  const bool may_begin_outside = axis.stride > axis.reach - axis.padding;
  if (!may_begin_outside) return sizes.Add(last, 1);
  if (last < 0) return sizes.Fresh();
  return last * axis.stride >= axis.size + axis.padding ? last : last + 1;
}

}  // namespace paddle::operators
