// The sizes of images and windows along depth, height and width, for
// convolution and pooling in two and three dimensions.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>

#include "paddle/framework/types/dims.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators::kernels {

// Depth, height and width, in this order. A two-dimensional image or window has
// depth 1, so that one loop serves both cases.
using Extent = std::array<int64_t, 3>;

// Returns the number of elements: depth * height * width.
inline int64_t Volume(const Extent& extent) {
  return extent[0] * extent[1] * extent[2];
}

// Returns the extent with the sizes of up to three axes, of which the last is
// the width. Leading axes that are missing get the size `otherwise`. Throws
// Internal for more than three sizes, which the shape function should have
// refused.
template <typename Sizes>
Extent ToExtent(const Sizes& sizes, int64_t otherwise) {
  Extent extent{otherwise, otherwise, otherwise};
  const int64_t count = std::distance(sizes.begin(), sizes.end());
  PADDLE_ENFORCE(count <= static_cast<int64_t>(extent.size()), Internal, count,
                 " sizes of a window over at most ", extent.size(), " axes");
  std::copy_backward(sizes.begin(), sizes.end(), extent.end());
  return extent;
}

// Returns the sizes of the axes after the first two of [N, C, ...].
inline Extent ImageExtent(const framework::Dims& dims) {
  return ToExtent(dims.Slice(2, dims.rank()), 1);
}

}  // namespace paddle::operators::kernels
