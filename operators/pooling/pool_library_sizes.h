// Decides which poolings cuDNN computes, and converts their sizes to its types.
// Does not include cuDNN's header, so that it is tested in every build.
#pragma once

#include <array>
#include <optional>

#include "paddle/operators/pooling/pool.h"

namespace paddle::operators::kernels {

// The sizes of a pooling as cuDNN's ints. x and out use 2 + axes elements, of
// which the last `axes` are those of the image; window, padding and stride use
// `axes` elements. Unused elements are 0.
struct PoolLibrarySizes {
  int axes = 0;  // 2, or 3 of volumes
  std::array<int, 5> x{};
  std::array<int, 5> out{};
  std::array<int, 3> window{};
  std::array<int, 3> padding{};
  std::array<int, 3> stride{};
};

// Returns the sizes, or nothing if our own kernels must compute the pooling:
// - tensors without elements, or with more than 2^31, which cuDNN cannot count;
// - windows that reach past the padding (ceil_mode) and adaptive windows, which
//   cuDNN does not have;
// - many large windows, more than 2^23 of more than 64 elements: version 9 has
//   been seen to give wrong results there.
std::optional<PoolLibrarySizes> PoolForLibrary(const PoolShape& shape);

}  // namespace paddle::operators::kernels
