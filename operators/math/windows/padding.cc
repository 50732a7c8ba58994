#include "paddle/operators/math/windows/padding.h"

#include <algorithm>

#include "paddle/platform/round_up.h"

namespace paddle::operators::kernels {
namespace {

// The schema has seen to it that there are one or two numbers for each axis.
Padding Explicit(const PaddingAttributes& attributes) {
  Padding padding;
  const int axes = attributes.axes;
  const int step = static_cast<int>(attributes.paddings.size()) == axes ? 1 : 2;
  for (int i = 0; i < axes; ++i) {
    padding.before[3 - axes + i] = attributes.paddings[i * step];
    padding.after[3 - axes + i] = attributes.paddings[i * step + step - 1];
  }
  return padding;
}

}  // namespace

Padding PaddingOf(const PaddingAttributes& attributes, const WindowSizes& s) {
  if (!attributes.is_same()) return Explicit(attributes);
  Padding padding;
  for (int axis = 0; axis < 3; ++axis) {
    const int64_t all = std::max<int64_t>(
        (s.out[axis] - 1) * s.stride[axis] + s.reach[axis] - s.in[axis], 0);
    padding.before[axis] = all / 2;
    padding.after[axis] = all - all / 2;
  }
  return padding;
}

int64_t CountWindows(const PaddingAttributes& attributes, int axis,
                     int64_t size, int64_t reach, int64_t stride) {
  if (attributes.is_same()) return platform::CeilDivide(size, stride);
  const Padding padding = Explicit(attributes);
  const int i = 3 - attributes.axes + axis;
  return (size + padding.before[i] + padding.after[i] - reach) / stride + 1;
}

}  // namespace paddle::operators::kernels
