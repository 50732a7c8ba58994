// The Levenshtein distance of two sequences, on CPUs and GPUs.
#pragma once

#include <cstdint>

#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// Advances the table by a row: from the distances of all prefixes of b to the
// first i elements of a, to those to its first i + 1, the last being `element`.
// Works in place: `diagonal` keeps the value of the row before that the element
// to the left has overwritten.
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

// Returns the distance between a and b. `row`, of b_size + 1 elements, is
// scratch memory: one row of the table suffices. between_steps() is called
// before each element of a, for instance to check for cancellation.
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

// Returns the output of the operator, divided by b_size if normalized.
PADDLE_HOST_DEVICE inline float DistanceOf(int64_t distance, int64_t b_size,
                                           bool normalized) {
  const auto whole = static_cast<float>(distance);
  return normalized ? whole / static_cast<float>(b_size) : whole;
}

}  // namespace paddle::operators::kernels
