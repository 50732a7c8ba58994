// Sizes of images and windows along depth, height and width, for convolution
// and pooling in two and three dimensions.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>

#include "paddle/framework/types/dims.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators::kernels {

// Depth, height and width. Flat images are volumes of depth 1, and so are the
// windows over them: one loop serves both.
using Extent = std::array<int64_t, 3>;

// Returns the number of elements.
inline int64_t Volume(const Extent& extent) {
  return extent[0] * extent[1] * extent[2];
}

// Returns the extent with the sizes of up to 3 axes, the last of which is the
// width; `otherwise` fills in for those that are missing. Throws Internal for
// more: a shape function has let them through.
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
