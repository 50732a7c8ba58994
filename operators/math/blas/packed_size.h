// The room that packed operands take, which the schemas of operators that pack
// and what packs agree on.
#pragma once

#include <cstdint>

namespace paddle::operators::kernels {

// Elements in front of a packed operand that say in what order it is: enough of
// them for the note of any data type.
inline constexpr int64_t kPackedNote = 1024;

// Returns size, rounded up to a multiple.
inline constexpr int64_t RoundedUp(int64_t size, int64_t multiple) {
  return (size + multiple - 1) / multiple * multiple;
}

// Returns room enough for the note and for any order of a matrix of k x n:
// libraries fill up rows and columns to at most 64.
inline constexpr int64_t PackedMatrixSize(int64_t k, int64_t n) {
  return kPackedNote + RoundedUp(k, 64) * RoundedUp(n, 64);
}

}  // namespace paddle::operators::kernels
