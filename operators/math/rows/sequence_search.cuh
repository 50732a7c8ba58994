// Which sequence a row belongs to, in code for GPUs.
#pragma once

#include <cstdint>

#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// The sequence, of `count` with these offsets, that `row` belongs to: the last
// one that begins at or before it.
PADDLE_HOST_DEVICE inline int64_t SequenceOfRow(const int64_t* offsets,
                                                int64_t count, int64_t row) {
  int64_t first = 0, last = count - 1;
  while (first < last) {
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
