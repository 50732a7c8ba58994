// Pieces of rows of classes on the CPU, as contiguous rows of the type to
// compute in. Where the classes are not the last axis, a piece is copied while
// it is in cache, in runs of neighbouring rows, and a whole tensor is never
// turned:
//
//   ForEachPiece(rows, [&](int64_t begin, int64_t end) {
//     const int64_t size = (end - begin) * rows.classes;
//     A* space = ThreadScratch<A>(ScratchSlot::kPiece, 2 * size);
//     const A* in = ReadRows(rows, begin, end, x, space);
//     A* out = RowsToWrite(rows, begin, y, space + size);
//     Compute(size, in, out);
//     WriteRows(rows, begin, end, out, y);
//   });
#pragma once

#include <algorithm>
#include <cstdint>

#include "paddle/operators/loss/class_rows.h"
#include "paddle/operators/math/loops/half_runs.h"
#include "paddle/operators/math/loops/wide_output.h"
#include "paddle/operators/math/rows/softmax_rows.h"
#include "paddle/platform/half_arithmetic.h"

namespace paddle::operators::kernels {

// Calls body(begin, end) for disjoint pieces of rows, in parallel. Rows that
// are not contiguous come in enough numbers to fill lines of cache.
template <typename Body>
void ForEachPiece(const ClassRows& rows, const Body& body) {
  constexpr int64_t kLine = 32;
  const int64_t size = rows.inner == 1
                           ? rows.classes
                           : std::min(rows.classes, kRowPiece / kLine);
  ForEachRowPiece(rows.count, size, body);
}

// Calls body(at, row, count) for runs of the rows from `begin` to `end` whose
// elements of a class are neighbours: those of `row`, which counts from
// `begin`, begin at element `at`.
template <typename Body>
void ForEachRun(const ClassRows& rows, int64_t begin, int64_t end,
                const Body& body) {
  for (int64_t row = begin; row < end;) {
    const int64_t left = rows.inner - row % rows.inner;
    const int64_t count = std::min(left, end - row);
    body(rows.At(row), row - begin, count);
    row += count;
  }
}

// Returns the rows from `begin` to `end`: x itself where it can be, else copies
// in `space`.
template <typename T>
const platform::Accumulator<T>* ReadRows(const ClassRows& rows, int64_t begin,
                                         int64_t end, const T* x,
                                         platform::Accumulator<T>* space) {
  using A = platform::Accumulator<T>;
  const int64_t classes = rows.classes, inner = rows.inner;
  if (inner == 1) {
    return Widen((end - begin) * classes, x + begin * classes, space);
  }
  ForEachRun(rows, begin, end, [&](int64_t at, int64_t row, int64_t count) {
    A* to = space + row * classes;
    for (int64_t j = 0; j < classes; ++j) {
      const T* from = x + at + j * inner;
      for (int64_t k = 0; k < count; ++k) {
        to[k * classes + j] = static_cast<A>(from[k]);
      }
    }
  });
  return space;
}

// Returns where the rows from `begin` on are to be computed: in y itself, or in
// `space`.
template <typename T>
platform::Accumulator<T>* RowsToWrite(const ClassRows& rows, int64_t begin,
                                      T* y, platform::Accumulator<T>* space) {
  if (rows.inner != 1) return space;
  return WideOutput(y + begin * rows.classes, space);
}

// Puts the rows that were computed there in their places in y.
template <typename T>
void WriteRows(const ClassRows& rows, int64_t begin, int64_t end,
               const platform::Accumulator<T>* wide, T* y) {
  const int64_t classes = rows.classes, inner = rows.inner;
  if (inner == 1) {
    return StoreWide((end - begin) * classes, wide, y + begin * classes);
  }
  ForEachRun(rows, begin, end, [&](int64_t at, int64_t row, int64_t count) {
    const auto* from = wide + row * classes;
    for (int64_t j = 0; j < classes; ++j) {
      T* to = y + at + j * inner;
      for (int64_t k = 0; k < count; ++k) {
        to[k] = static_cast<T>(from[k * classes + j]);
      }
    }
  });
}

// Sets the rows from `begin` to `end` to zeros.
template <typename T>
void ClearRows(const ClassRows& rows, int64_t begin, int64_t end, T* y) {
  const int64_t classes = rows.classes, inner = rows.inner;
  if (inner == 1) {
    std::fill_n(y + begin * classes, (end - begin) * classes, T(0));
    return;
  }
  ForEachRun(rows, begin, end, [&](int64_t at, int64_t, int64_t count) {
    for (int64_t j = 0; j < classes; ++j) {
      std::fill_n(y + at + j * inner, count, T(0));
    }
  });
}

}  // namespace paddle::operators::kernels
