// The size of a packed matrix, which the schema of pack_fc_weight and what
// reads it agree on.
#pragma once

#include <cstdint>

namespace paddle::operators::kernels {

// Returns room enough for any order of a matrix of k x n and the note of it, in
// elements of 16 bits or more: libraries fill up rows and columns to at
// most 64.
inline constexpr int64_t PackedWeightSize(int64_t k, int64_t n) {
  constexpr int64_t kNote = 512;
  return kNote + (k + 63) / 64 * 64 * ((n + 63) / 64 * 64);
}

}  // namespace paddle::operators::kernels
