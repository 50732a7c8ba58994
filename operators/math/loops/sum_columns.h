// Adds up the columns of a matrix, side by side.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>

#include "paddle/operators/math/loops/vector_loops.h"

namespace paddle::operators::kernels {

// Rows of so many columns that SumColumns keeps.
inline constexpr int64_t kLaneRows = kBlock;

namespace internal {

// Adds rows to lanes `stride` elements apart. Not inlined: a loop over rows in
// one place for each term is enough.
template <typename T, typename Term>
__attribute__((noinline)) void AddRows(int64_t begin, int64_t rows,
                                       int64_t columns, const Term& term,
                                       T* lanes, int64_t stride) {
  for (int64_t r = begin; r < begin + rows; ++r, lanes += stride) {
    AccumulateRun(columns, lanes, std::plus<T>(),
                  [&](int64_t j) { return term(r, j); });
  }
}

template <typename T>
void AddLane(int64_t size, const T* from, T* to) {
  AccumulateRun(size, to, std::plus<T>(), [=](int64_t j) { return from[j]; });
}

// Adds kLaneRows lanes to sums, pairwise.
template <typename T>
__attribute__((noinline)) void AddLanes(int64_t columns, T* lanes, T* sums) {
  for (int64_t half = kLaneRows / 2; half > 0; half /= 2) {
    AddLane(half * columns, lanes + half * columns, lanes);
  }
  AddLane(columns, lanes, sums);
}

// Computes sums = (first + second) + (third + fourth) of four lanes.
template <typename T>
__attribute__((noinline)) void AddFourLanes(int64_t columns, T* lanes,
                                            T* sums) {
  AddLane(columns, lanes + columns, lanes);
  AddLane(columns, lanes + 3 * columns, lanes + 2 * columns);
  AddLane(columns, lanes + 2 * columns, lanes);
  std::copy_n(lanes, columns, sums);
}

}  // namespace internal

// Computes sums[j] = ReduceRun(rows, T(0), std::plus<T>(), term(0, j), ...),
// with the same bits, for each column j: a tensor whose columns are adjacent
// gives what its transpose gives. `lanes` is room for kLaneRows rows.
template <typename T, typename Term>
void SumColumns(int64_t rows, int64_t columns, T* lanes, const Term& term,
                T* sums) {
  constexpr int64_t kStretch = 128 * kLaneRows;  // that of ReduceRun
  std::fill_n(sums, columns, T(0));
  int64_t row = 0;
  while (rows - row >= 4 * kLaneRows) {
    const int64_t stretch =
        std::min(kStretch, (rows - row) / kLaneRows * kLaneRows);
    // ReduceRun begins with terms, not with zeros: sums of -0 alone, which
    // begin with 0 anyway, are all that may differ.
    std::fill_n(lanes, kLaneRows * columns, T(0));
    for (const int64_t end = row + stretch; row < end; row += kLaneRows) {
      internal::AddRows(row, kLaneRows, columns, term, lanes, columns);
    }
    internal::AddLanes(columns, lanes, sums);
  }
  if (rows - row >= 8) {  // four sums, of which the first goes on
    std::copy_n(sums, columns, lanes);
    std::fill_n(lanes + columns, 3 * columns, T(0));
    internal::AddRows(row, 3, columns, term, lanes + columns, columns);
    for (row += 3; row + 4 <= rows; row += 4) {
      internal::AddRows(row, 4, columns, term, lanes, columns);
    }
    internal::AddFourLanes(columns, lanes, sums);
  }
  internal::AddRows(row, rows - row, columns, term, sums, 0);
}

}  // namespace paddle::operators::kernels
