// Decides which poolings are left to cuDNN, and describes them in its terms.
// Apart from cuDNN's own header, so that it is tested in every build.
#pragma once

#include <array>
#include <optional>

#include "paddle/operators/pooling/pool.h"

namespace paddle::operators::kernels {

// The sizes of a pooling as cuDNN's ints. Tensors have 2 + axes dims, the last
// ones those of the image; window, padding and stride have `axes` elements. The
// elements after those are 0.
struct PoolLibrarySizes {
  int axes = 0;  // 2, or 3 of volumes
  std::array<int, 5> x{};
  std::array<int, 5> out{};
  std::array<int, 3> window{};
  std::array<int, 3> padding{};
  std::array<int, 3> stride{};
};

// Returns the sizes, or none for what our own kernels compute:
// - tensors of no elements, or of more than cuDNN counts, 2^31;
// - windows that reach past the padding (ceil_mode), of which cuDNN has no
//   notion, and adaptive ones;
// - many large windows, more than 2^23 of more than 64 elements: version 9 has
//   been seen to give wrong results there.
std::optional<PoolLibrarySizes> PoolForLibrary(const PoolShape& shape);

}  // namespace paddle::operators::kernels
