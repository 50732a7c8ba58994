// Sums of many terms, in double.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>

#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {

// Returns the sum of term(i) over [0, size). The terms are cut into 64 pieces,
// whose sums are added up in order: the bits are the same for any number of
// threads. term is called from several threads.
template <typename Term>
double SumOver(int64_t size, const Term& term) {
  // More pieces than most machines have cores, and few enough for the stack.
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
