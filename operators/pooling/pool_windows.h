// Loops over the windows of a plane, for all kinds of pooling on the CPU.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "paddle/operators/math/loops/scalar_math.h"
#include "paddle/operators/math/loops/thread_scratch.h"
#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/operators/math/windows/tap_range.h"
#include "paddle/operators/pooling/pool.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {

// Calls body(offset in x, offset in out) for every plane, in parallel. No two
// threads work on one plane, so the body may write all of its outputs.
template <typename Body>
void ForEachPlane(const PoolShape& s, const Body& body) {
  // The number of elements that are worth a task of their own.
  constexpr int64_t kGrain = 16384;
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

// True for two by two windows without overlap, the usual case, for which
// pool_halving.h has code without any bounds. An odd last row or column that no
// window sees is allowed.
inline bool IsHalving(const PoolShape& s) {
  return !s.adaptive && s.in[0] == 1 && s.out[0] == 1 &&
         s.kernel == Extent{1, 2, 2} && s.stride[1] == 2 && s.stride[2] == 2 &&
         s.padding == Extent{0, 0, 0} && s.out[1] * 2 <= s.in[1] &&
         s.out[2] * 2 <= s.in[2];
}

// The position of a row of outputs: its index along depth and height.
struct WindowRow {
  int64_t z;
  int64_t y;
};

// Calls body(row, offset in the plane of outputs) for each row of a plane.
template <typename Body>
void ForEachOutputRow(const PoolShape& s, const Body& body) {
  for (int64_t z = 0; z < s.out[0]; ++z) {
    for (int64_t y = 0; y < s.out[1]; ++y) {
      body(WindowRow{z, y}, (z * s.out[1] + y) * s.out[2]);
    }
  }
}

// Calls body(line) for each row of the image that the windows of output row
// `at` cover; `line` is the offset of its first element in the plane.
template <typename Body>
void ForEachSeenLine(const PoolShape& s, WindowRow at, const Body& body) {
  const int64_t end = s.End(1, at.y);
  for (int64_t d = s.Begin(0, at.z); d < s.End(0, at.z); ++d) {
    for (int64_t i = s.Begin(1, at.y); i < end; ++i) {
      body((d * s.in[1] + i) * s.in[2]);
    }
  }
}

// Returns the range of windows in a row whose column j lies inside the image.
inline TapRange ColumnTap(const PoolShape& s, int64_t j) {
  return TapRange(s.in[2], s.out[2], s.stride[2], j - s.padding[2]);
}

// Copies the elements of an image row that one tap of all windows meets, a
// stride apart, to adjacent places: loops over them are then vectorised. `seen`
// is indexed by output.
template <typename T>
void GatherTap(const T* row, const TapRange& tap, int64_t step, T* seen) {
  for (int64_t o = tap.begin; o < tap.end; ++o) {
    seen[o] = row[tap.origin + o * step];
  }
}

// Returns the larger of two numbers, `a` if they are equal, where NaN is larger
// than any.
struct Larger {
  template <typename T>
  T operator()(T a, T b) const {
    const T larger = b > a ? b : a;
    if constexpr (std::is_floating_point_v<T>) {
      // The maximum of processors, which is `a` beside a NaN, whatever `a` is;
      // a `b` that is none then sets all bits, which is a NaN, too. Another
      // choice between the two would take twice as long.
      using internal::FromBits, internal::ToBits;
      using Bits = internal::BitsOf<T>;
      const Bits all = Bits(0) - static_cast<Bits>(b != b);
      return FromBits<T>(ToBits(larger) | all);
    } else {
      return larger;
    }
  }
};

// Returns combine(neutral, x) where `neutral` is its neutral element: to add
// zero changes -0.
template <typename T, typename Combine>
T FirstOf(const Combine& combine, T neutral, T x) {
  if constexpr (std::is_same_v<Combine, Larger>) {
    return x;
  } else {
    return combine(neutral, x);
  }
}

// Combines `count` runs of `size` elements, `stride` apart, element by element:
// out[j] = combine(...combine(neutral, first run)..., last run), converted to
// A. Up to three runs are combined in registers.
template <typename T, typename A, typename Combine>
void CombineRuns(int64_t size, int64_t count, const T* runs, int64_t stride,
                 A neutral, const Combine& combine, A* out) {
  const auto one = [=](int64_t j) {
    return FirstOf(combine, neutral, static_cast<A>(runs[j]));
  };
  const auto two = [=](int64_t j) {
    return combine(one(j), static_cast<A>(runs[stride + j]));
  };
  const auto three = [=](int64_t j) {
    return combine(two(j), static_cast<A>(runs[2 * stride + j]));
  };
  if (count <= 0) {
    std::fill_n(out, size, neutral);
  } else if (count == 1) {
    AssignRun(size, out, one);
  } else if (count == 2) {
    AssignRun(size, out, two);
  } else {
    AssignRun(size, out, three);
  }
  for (int64_t i = 3; i < count; ++i) {
    const T* next = runs + i * stride;
    AccumulateRun(size, out, combine,
                  [=](int64_t j) { return static_cast<A>(next[j]); });
  }
}

// Combines the lines of the image that the windows of output row `at` cover
// into one row, in their order. A line has s.in[2] pixels of `channels`
// elements each; where the planes are apart a pixel is one element. `row` is of
// the type that accumulates those of the image.
template <typename T, typename A, typename Combine>
void CombineLines(const PoolShape& s, WindowRow at, int64_t channels,
                  const T* image, A neutral, const Combine& combine, A* row) {
  const int64_t width = s.in[2] * channels;
  const int64_t depth = s.Begin(0, at.z), begin = s.Begin(1, at.y);
  if (s.End(0, at.z) == depth + 1) {
    CombineRuns(width, s.End(1, at.y) - begin,
                image + (depth * s.in[1] + begin) * width, width, neutral,
                combine, row);
    return;
  }
  std::fill_n(row, width, neutral);
  ForEachSeenLine(s, at, [&](int64_t line) {
    const T* from = image + line * channels;
    AccumulateRun(width, row, combine,
                  [=](int64_t j) { return static_cast<A>(from[j]); });
  });
}

// Combines the elements of each window of one row: out[o] =
// combine(...combine(neutral, first element)..., last element). Loops over taps
// outside and windows inside, so that the inner loop is as long as the row.
// `seen` is scratch memory of the length of `out`.
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

// Combines the elements of each window of a plane, beginning with `neutral`,
// the neutral element of the associative function `combine`. The rows that a
// row of windows covers are first combined into one row, and then its columns:
// 2 * kernel steps per window instead of kernel * kernel. Uses the thread's
// scratch memory ScratchSlot::kPiece.
template <typename T, typename Combine>
void CombineWindows(const PoolShape& s, const T* x, T neutral,
                    const Combine& combine, T* out) {
  T* row = ThreadScratch<T>(ScratchSlot::kPiece, s.in[2] + s.out[2]);
  T* seen = row + s.in[2];
  ForEachOutputRow(s, [&](WindowRow at, int64_t offset) {
    CombineLines(s, at, 1, x, neutral, combine, row);
    CombineColumns(s, row, neutral, combine, seen, out + offset);
  });
}

}  // namespace paddle::operators::kernels
