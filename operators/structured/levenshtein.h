// Levenshtein's distance of two sequences, marked for GPUs.
#pragma once

#include <cstdint>

#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// One step of Levenshtein: from the distances of the beginnings of b to the
// first i elements of a, to those to the first i + 1, of which `element` is the
// last.
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

struct NothingBetween {
  PADDLE_HOST_DEVICE void operator()() const {}
};

// The distance between a and b. `row` holds the distances of the beginnings of
// b to one beginning of a, and has room for one more than b has elements.
// between_steps() is called before each element of a.
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

// What the operator gives: normalized, divided by the size of b.
PADDLE_HOST_DEVICE inline float DistanceOf(int64_t distance, int64_t b_size,
                                           bool normalized) {
  const auto whole = static_cast<float>(distance);
  return normalized ? whole / static_cast<float>(b_size) : whole;
}

}  // namespace paddle::operators::kernels
