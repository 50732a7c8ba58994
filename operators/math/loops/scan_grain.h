// The grain of loops each of whose pieces reads all of an input.
#pragma once

#include <algorithm>
#include <cstdint>

#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {

// Returns the grain for a ParallelFor over `rows` whose body reads all of an
// input in each call, as to find what belongs to its rows: one call for each
// thread, with at least `grain` rows.
inline int64_t ScanGrain(int64_t rows, int64_t grain) {
  return std::max(grain, rows / platform::NumThreads());
}

}  // namespace paddle::operators::kernels
