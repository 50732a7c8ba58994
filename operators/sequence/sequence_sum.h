// Sums neighbouring rows on the CPU.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>

#include "paddle/operators/math/loops/vector_loops.h"

namespace paddle::operators::kernels {

// Computes out = scale * the sum of `rows` rows of `width` elements, zeros if
// there are none. Rows are added in order, whole rows at a time, which reads
// memory in order and vectorizes; for a width of 1 the sum itself does. x and
// out must not share memory. T: float, double. Runs on the calling thread.
template <typename T>
void SumRows(int64_t rows, int64_t width, const T* x, T scale, T* out) {
  if (rows == 0) {
    std::fill_n(out, width, T(0));
    return;
  }
  if (width == 1) {
    *out = scale * ReduceRun(rows, T(0), std::plus<T>(),
                             [=](int64_t j) { return x[j]; });
    return;
  }
  std::copy_n(x, width, out);
  for (int64_t r = 1; r < rows; ++r) {
    const T* row = x + r * width;
    AccumulateRun(width, out, std::plus<T>(),
                  [=](int64_t j) { return row[j]; });
  }
  if (scale == T(1)) return;
  AssignRun(width, out, [=](int64_t j) { return out[j] * scale; });
}

}  // namespace paddle::operators::kernels
