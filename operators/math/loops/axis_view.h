// Views a tensor of any rank as three axes, of which a kernel processes the
// middle one: a kernel written for three axes then serves all ranks.
#pragma once

#include <cstdint>

#include "paddle/framework/types/dims.h"

namespace paddle::operators::kernels {

// The shape [outer, size, inner] of a contiguous tensor: `size` is the size of
// one axis, or the product of several neighbouring ones; `outer` and `inner`
// are the products of the axes before and after. Either is 1 if there are none.
struct AxisView {
  int64_t outer = 1;
  int64_t size = 1;
  int64_t inner = 1;

  // Returns the view whose middle axis is `axis` of `dims`, in [0, rank).
  static AxisView Of(const framework::Dims& dims, int axis) {
    return {dims.Slice(0, axis).Numel(), dims[axis],
            dims.Slice(axis + 1, dims.rank()).Numel()};
  }
  // Returns the view whose middle axis is the first `axes` axes merged.
  static AxisView OfFirst(const framework::Dims& dims, int axes) {
    return {1, dims.Slice(0, axes).Numel(),
            dims.Slice(axes, dims.rank()).Numel()};
  }
  // Returns the offset of element [o, 0, i]. The elements [o, j, i] follow at
  // multiples of `inner`.
  int64_t At(int64_t o, int64_t i) const { return o * size * inner + i; }
};

}  // namespace paddle::operators::kernels
