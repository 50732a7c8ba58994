// Depth, height and width.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "paddle/framework/types/dims.h"

namespace paddle::operators::kernels {

// Flat images are volumes of depth 1, and are windows over them.
using Extent = std::array<int64_t, 3>;

inline int64_t Volume(const Extent& extent) {
  return extent[0] * extent[1] * extent[2];
}

// From the sizes of 1 to 3 axes, the last of which is the width; `otherwise`
// stands for those that are missing.
template <typename Sizes>
Extent ToExtent(const Sizes& sizes, int64_t otherwise) {
  Extent extent{otherwise, otherwise, otherwise};
  std::copy_backward(sizes.begin(), sizes.end(), extent.end());
  return extent;
}

// The sizes of the axes behind the first two, [N, C, ...].
inline Extent ImageExtent(const framework::Dims& dims) {
  return ToExtent(dims.Slice(2, dims.rank()), 1);
}

}  // namespace paddle::operators::kernels
