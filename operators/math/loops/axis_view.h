// A tensor as three axes, with the one in the middle that a kernel walks along.
#pragma once

#include <cstdint>

#include "paddle/framework/types/dims.h"

namespace paddle::operators::kernels {

// [outer, size, inner], `size` being that of one axis, or the number of
// elements that several axes have together.
struct AxisView {
  int64_t outer = 1;
  int64_t size = 1;
  int64_t inner = 1;

  static AxisView Of(const framework::Dims& dims, int axis) {
    return {dims.Slice(0, axis).Numel(), dims[axis],
            dims.Slice(axis + 1, dims.rank()).Numel()};
  }
  // The first `axes` axes taken together.
  static AxisView OfFirst(const framework::Dims& dims, int axes) {
    return {1, dims.Slice(0, axes).Numel(),
            dims.Slice(axes, dims.rank()).Numel()};
  }
  // Where a slice along the axis begins.
  int64_t At(int64_t o, int64_t i) const { return o * size * inner + i; }
};

}  // namespace paddle::operators::kernels
