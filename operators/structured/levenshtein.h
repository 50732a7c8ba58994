// Computes the Levenshtein (edit) distance of two sequences, on CPU and GPU, by
// dynamic programming.
#pragma once

#include <cstdint>

#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// Computes the next row of the table in place. On entry, row[j] is the distance
// of the first i elements of a from the first j of b; on return, that of the
// first i + 1, of which `element` is the last. Takes O(b_size) time.
PADDLE_HOST_DEVICE inline void LevenshteinStep(int64_t i, int64_t element,
                                               const int64_t* b, int64_t b_size,
                                               int64_t* row) {
  int64_t diagonal = row[0];
  row[0] = i + 1;
  for (int64_t j = 0; j < b_size; ++j) {
    const int64_t replaced = diagonal + (element == b[j] ? 0 : 1);
    diagonal = row[j + 1];
    const int64_t nearest = diagonal < row[j] ? diagonal : row[j];
    row[j + 1] = replaced < nearest + 1 ? replaced : nearest + 1;
  }
}

// The default of `between_steps`: does nothing.
struct NothingBetween {
  PADDLE_HOST_DEVICE void operator()() const {}
};

// Returns the distance between a and b in O(a_size * b_size) time. `row`, of
// b_size + 1 elements, is scratch memory: one row of the table suffices. Calls
// between_steps() before each element of a, for example to check for
// cancellation.
template <typename BetweenSteps = NothingBetween>
PADDLE_HOST_DEVICE inline int64_t Levenshtein(const int64_t* a, int64_t a_size,
                                              const int64_t* b, int64_t b_size,
                                              int64_t* row,
                                              BetweenSteps between_steps = {}) {
  for (int64_t j = 0; j <= b_size; ++j) row[j] = j;
  for (int64_t i = 0; i < a_size; ++i) {
    between_steps();
    LevenshteinStep(i, a[i], b, b_size, row);
  }
  return row[b_size];
}

// Returns the distance as the operator outputs it, divided by b_size if
// `normalized`; b_size must not be 0 then.
PADDLE_HOST_DEVICE inline float DistanceOf(int64_t distance, int64_t b_size,
                                           bool normalized) {
  const auto whole = static_cast<float>(distance);
  return normalized ? whole / static_cast<float>(b_size) : whole;
}

}  // namespace paddle::operators::kernels
