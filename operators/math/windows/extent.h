// Depth, height and width.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>

#include "paddle/framework/types/dims.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators::kernels {

// Flat images are volumes of depth 1, and are windows over them.
using Extent = std::array<int64_t, 3>;

inline int64_t Volume(const Extent& extent) {
  return extent[0] * extent[1] * extent[2];
}

// From the sizes of up to 3 axes, the last of which is the width; `otherwise`
// stands for those that are missing. Internal error for more: a shape function
// has let them through.
template <typename Sizes>
Extent ToExtent(const Sizes& sizes, int64_t otherwise) {
  Extent extent{otherwise, otherwise, otherwise};
  const int64_t count = std::distance(sizes.begin(), sizes.end());
  PADDLE_ENFORCE(count <= static_cast<int64_t>(extent.size()), Internal, count,
                 " sizes of a window over at most ", extent.size(), " axes");
  std::copy_backward(sizes.begin(), sizes.end(), extent.end());
  return extent;
}

// The sizes of the axes behind the first two, [N, C, ...].
inline Extent ImageExtent(const framework::Dims& dims) {
  return ToExtent(dims.Slice(2, dims.rank()), 1);
}

}  // namespace paddle::operators::kernels
