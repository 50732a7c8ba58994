// Walks over the windows of a plane, for all kinds of pooling on the CPU.
#pragma once

#include <algorithm>
#include <cstdint>

#include "paddle/operators/math/loops/thread_scratch.h"
#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/operators/math/windows/tap_range.h"
#include "paddle/operators/pooling/pool.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {

// Calls body(offset in x, offset in out) for every plane, in parallel. A plane
// is one task's alone, so bodies may write its outputs without care.
template <typename Body>
void ForEachPlane(const PoolShape& s, const Body& body) {
  // Elements that pay for a task.
  constexpr int64_t kGrain = 16384;  // elements that are worth a thread
  const int64_t in = Volume(s.in), out = Volume(s.out);
  // A vectorised step over windows costs about a quarter of a plain one.
  const int64_t work = in + (s.adaptive ? 0 : out * Volume(s.kernel) / 4) + 1;
  platform::ParallelFor(s.planes, kGrain / work + 1,
                        [&](int64_t begin, int64_t end) {
                          for (int64_t p = begin; p < end; ++p) {
                            body(p * in, p * out);
                          }
                        });
}

// One row of outputs: its depth and height.
struct OutputRow {
  int64_t z;
  int64_t y;
};

// Calls body(row, offset in the plane of outputs) for each row of a plane.
template <typename Body>
void ForEachOutputRow(const PoolShape& s, const Body& body) {
  for (int64_t z = 0; z < s.out[0]; ++z) {
    for (int64_t y = 0; y < s.out[1]; ++y) {
      body(OutputRow{z, y}, (z * s.out[1] + y) * s.out[2]);
    }
  }
}

// Calls body(line) for each row of the image that a row of windows sees;
// `line` is the offset of its first element.
template <typename Body>
void ForEachSeenLine(const PoolShape& s, OutputRow at, const Body& body) {
  const int64_t end = s.End(1, at.y);
  for (int64_t d = s.Begin(0, at.z); d < s.End(0, at.z); ++d) {
    for (int64_t i = s.Begin(1, at.y); i < end; ++i) {
      body((d * s.in[1] + i) * s.in[2]);
    }
  }
}

// Returns the windows that see tap j of their rows inside the image: a range,
// so that loops over it need not ask each window.
inline TapRange ColumnTap(const PoolShape& s, int64_t j) {
  return TapRange(s.in[2], s.out[2], s.stride[2], j - s.padding[2]);
}

// Copies the elements that a tap sees in a row of the image next to each other:
// with them adjacent, the loops that combine them are vectorised.
template <typename T>
void GatherTap(const T* row, const TapRange& tap, int64_t step, T* seen) {
  for (int64_t o = tap.begin; o < tap.end; ++o) {
    seen[o] = row[tap.origin + o * step];
  }
}

// Combines the elements of each window of one row. `seen` is scratch memory of
// the length of `out`. Tap by tap over all windows, not window by window: the
// inner loop is then as long as the row.
template <typename T, typename Combine>
void CombineColumns(const PoolShape& s, const T* row, T neutral,
                    const Combine& combine, T* seen, T* out) {
  std::fill_n(out, s.out[2], neutral);
  if (s.adaptive) {
    for (int64_t o = 0; o < s.out[2]; ++o) {
      for (int64_t j = s.Begin(2, o); j < s.End(2, o); ++j) {
        out[o] = combine(out[o], row[j]);
      }
    }
    return;
  }
  for (int64_t j = 0; j < s.kernel[2]; ++j) {
    const TapRange tap = ColumnTap(s, j);
    GatherTap(row, tap, s.stride[2], seen);
    const T* from = seen + tap.begin;
    AccumulateRun(tap.end - tap.begin, out + tap.begin, combine,
                  [=](int64_t o) { return from[o]; });
  }
}

// Combines the elements of each window of a plane, beginning with `neutral`.
// First the rows that a row of windows sees become one, then its columns: that
// is kernel + kernel steps per window instead of kernel * kernel. Uses
// ScratchSlot::kPiece.
template <typename T, typename Combine>
void CombineWindows(const PoolShape& s, const T* x, T neutral,
                    const Combine& combine, T* out) {
  T* row = ThreadScratch<T>(ScratchSlot::kPiece, s.in[2] + s.out[2]);
  T* seen = row + s.in[2];
  ForEachOutputRow(s, [&](OutputRow at, int64_t offset) {
    std::fill_n(row, s.in[2], neutral);
    ForEachSeenLine(s, at, [&](int64_t line) {
      const T* from = x + line;
      AccumulateRun(s.in[2], row, combine, [=](int64_t j) { return from[j]; });
    });
    CombineColumns(s, row, neutral, combine, seen, out + offset);
  });
}

// Returns the larger of two numbers, NaN being the largest. With | instead of
// ||, since a branch would keep the loop from being vectorised.
struct Larger {
  template <typename T>
  T operator()(T a, T b) const {
    return ((b > a) | (b != b)) ? b : a;
  }
};

}  // namespace paddle::operators::kernels
