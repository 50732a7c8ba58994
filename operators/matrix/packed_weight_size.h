// The size of a packed matrix, which the schema of pack_fc_weight and what
// reads it agree on.
#pragma once

#include <cstdint>

namespace paddle::operators::kernels {

// Returns room enough for any order of a matrix of k x n and the note of it, in
// elements of 16 bits or more: libraries fill up rows and columns to at
// most 64. Floats may be packed as three numbers of 16 bits each.
inline constexpr int64_t PackedWeightSize(int64_t k, int64_t n, bool is_float) {
  constexpr int64_t kNote = 512;
  const int64_t size = (k + 63) / 64 * 64 * ((n + 63) / 64 * 64);
  return kNote + size + (is_float ? size / 2 : 0);
}

}  // namespace paddle::operators::kernels
