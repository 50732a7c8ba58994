// Reduces the columns of a matrix, several side by side.
#pragma once

#include <algorithm>
#include <cstdint>

#include "paddle/operators/math/loops/vector_loops.h"

namespace paddle::operators::kernels {

// Rows of so many columns that ReduceRows keeps.
inline constexpr int64_t kLaneRows = kBlock;

namespace internal {

// Reduces `rows` rows, a multiple of kLaneRows and not 0, as ReduceBlocks does
// a run; `lanes` begins with the result.
template <typename T, typename Reducer, typename Term>
void ReduceRowBlocks(int64_t begin, int64_t rows, int64_t columns, T* lanes,
                     const Reducer& reducer, const Term& term) {
  for (int64_t r = 0; r < kLaneRows; ++r) {
    AssignRun(columns, lanes + r * columns,
              [&](int64_t j) { return term(begin + r, j); });
  }
  int64_t done = kLaneRows;
  // Four rows at a time, for which a lane is loaded and stored once.
  for (; done + 4 * kLaneRows <= rows; done += 4 * kLaneRows) {
    for (int64_t r = 0; r < kLaneRows; ++r) {
      const int64_t i = begin + done + r;
      T* lane = lanes + r * columns;
      AssignRun(columns, lane, [&](int64_t j) {
        const T two =
            reducer(reducer(lane[j], term(i, j)), term(i + kLaneRows, j));
        return reducer(reducer(two, term(i + 2 * kLaneRows, j)),
                       term(i + 3 * kLaneRows, j));
      });
    }
  }
  for (; done < rows; done += kLaneRows) {
    for (int64_t r = 0; r < kLaneRows; ++r) {
      AccumulateRun(columns, lanes + r * columns, reducer,
                    [&](int64_t j) { return term(begin + done + r, j); });
    }
  }
  for (int64_t half = kLaneRows / 2; half > 0; half /= 2) {
    for (int64_t r = 0; r < half; ++r) {
      const T* other = lanes + (r + half) * columns;
      AccumulateRun(columns, lanes + r * columns, reducer,
                    [=](int64_t j) { return other[j]; });
    }
  }
}

}  // namespace internal

// Computes sums[j] = ReduceRun(rows, sums[j], reducer, term(0, j) ...), with
// the same bits, for each column j: what a tensor gives whose columns are
// adjacent is what its transpose gives. `lanes` is room for kLaneRows rows.
template <typename T, typename Reducer, typename Term>
void ReduceRows(int64_t rows, int64_t columns, T* lanes, const Reducer& reducer,
                const Term& term, T* sums) {
  constexpr int64_t kStretch = 128 * kLaneRows;  // that of ReduceRun
  const auto add = [&](int64_t row, T* to) {
    AccumulateRun(columns, to, reducer,
                  [&](int64_t j) { return term(row, j); });
  };
  int64_t row = 0;
  while (rows - row >= 4 * kLaneRows) {
    const int64_t stretch =
        std::min(kStretch, (rows - row) / kLaneRows * kLaneRows);
    internal::ReduceRowBlocks(row, stretch, columns, lanes, reducer, term);
    AccumulateRun(columns, sums, reducer, [=](int64_t j) { return lanes[j]; });
    row += stretch;
  }
  if (rows - row >= 8) {  // four sums
    T* b = lanes;
    T* c = b + columns;
    T* d = c + columns;
    for (T* part : {b, c, d}) {
      AssignRun(columns, part, [&](int64_t j) { return term(row, j); });
      ++row;
    }
    for (; row + 4 <= rows; row += 4) {
      add(row, sums);
      add(row + 1, b);
      add(row + 2, c);
      add(row + 3, d);
    }
    AssignRun(columns, sums, [=](int64_t j) {
      return reducer(reducer(sums[j], b[j]), reducer(c[j], d[j]));
    });
  }
  for (; row < rows; ++row) add(row, sums);
}

}  // namespace paddle::operators::kernels
