// Treats a batch of single steps as sequences of one row each.
#pragma once

#include <cstdint>
#include <numeric>

#include "absl/container/inlined_vector.h"

namespace paddle::operators {

// Returns 0, 1, ..., rows. Up to 512 rows it allocates nothing from the heap.
inline absl::InlinedVector<int64_t, 513> UnitOffsets(int64_t rows) {
  absl::InlinedVector<int64_t, 513> offsets(rows + 1);
  std::iota(offsets.begin(), offsets.end(), 0);
  return offsets;
}

}  // namespace paddle::operators
