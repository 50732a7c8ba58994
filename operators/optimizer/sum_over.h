// The sum of many terms in double.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>

#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {

// The sum of term(i) over [0, size), cut in the same way for any number of
// threads.
template <typename Term>
double SumOver(int64_t size, const Term& term) {
  constexpr int64_t kPieces = 64;
  constexpr int64_t kGrain = 16384;  // terms
  double sums[kPieces] = {};
  const int64_t piece = (size + kPieces - 1) / kPieces;
  platform::ParallelFor(
      kPieces, 1 + kGrain / (piece + 1), [&](int64_t from, int64_t to) {
        for (int64_t k = from; k < to; ++k) {
          const int64_t begin = std::min(size, k * piece);
          const int64_t count = std::min(size, begin + piece) - begin;
          sums[k] = ReduceRun(count, 0.0, std::plus<double>(),
                              [&](int64_t j) { return term(begin + j); });
        }
      });
  return std::accumulate(sums, sums + kPieces, 0.0);
}

}  // namespace paddle::operators::kernels
