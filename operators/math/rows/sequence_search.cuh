// Search for the sequence that has a row, in code on GPUs.
#pragma once

#include <cstdint>

#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// Returns the sequence, of `count` with these offsets, that has `row`: the last
// one that begins at or before it, by binary search. Empty sequences, which
// have the offset of the next, are passed over.
PADDLE_HOST_DEVICE inline int64_t SequenceOfRow(const int64_t* offsets,
                                                int64_t count, int64_t row) {
  int64_t first = 0, last = count - 1;
  while (first < last) {
    // Rounded up, so that a range of two shrinks.
    const int64_t middle = first + (last - first + 1) / 2;
    if (offsets[middle] <= row) {
      first = middle;
    } else {
      last = middle - 1;
    }
  }
  return first;
}

}  // namespace paddle::operators::kernels
