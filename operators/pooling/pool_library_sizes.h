// A pooling in the terms of cuDNN, and which of them are left to it.
#pragma once

#include <array>
#include <optional>

#include "paddle/operators/pooling/pool.h"

namespace paddle::operators::kernels {

// Tensors have 2 + axes dims, the last ones those of the image, as have
// window, padding and stride `axes`; what is behind is 0.
struct PoolLibrarySizes {
  int axes = 0;  // 2, or 3 of volumes
  std::array<int, 5> x{};
  std::array<int, 5> out{};
  std::array<int, 3> window{};
  std::array<int, 3> padding{};
  std::array<int, 3> stride{};
};

// None for what our own kernels compute:
// - tensors of no elements, or of more than cuDNN counts, 2^31;
// - windows that reach past the padding (ceil_mode), of which cuDNN has no
//   notion, and adaptive ones;
// - many large windows, more than 2^23 of more than 64 elements: version 9 has
//   been seen to give wrong results there.
std::optional<PoolLibrarySizes> PoolForLibrary(const PoolShape& shape);

}  // namespace paddle::operators::kernels
