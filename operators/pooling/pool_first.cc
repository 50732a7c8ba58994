#include "paddle/operators/pooling/pool_first.h"

#include <algorithm>

#include "paddle/platform/enforce.h"
#include "paddle/platform/instantiate.h"

namespace paddle::operators::kernels {
namespace {

// The taps of a window that a float can number exactly.
constexpr int64_t kMaxTaps = int64_t{1} << 24;

// True if `x` is the element that is the largest. A NaN in the window is.
template <typename T>
bool IsBest(T x, T best) {
  return (x == best) | (x != x);
}

// A tap of a window by its number in row-major order.
struct Tap {
  Tap(const PoolShape& s, WindowRow at, int64_t number)
      : depth(at.z * s.stride[0] - s.padding[0] +
              number / (s.kernel[1] * s.kernel[2])),
        row(at.y * s.stride[1] - s.padding[1] +
            number / s.kernel[2] % s.kernel[1]),
        column(number % s.kernel[2]) {}

  bool is_inside(const PoolShape& s) const {
    return depth >= 0 && depth < s.in[0] && row >= 0 && row < s.in[1];
  }
  int64_t line(const PoolShape& s) const {
    return (depth * s.in[1] + row) * s.in[2];
  }

  int64_t depth;
  int64_t row;
  int64_t column;  // in the window
};

// Sets which[o] to the number of the first tap of window o that sees best[o].
// Numbers are kept in T, as wide as the values that choose them, so that the
// loop is vectorised.
template <typename T>
void FirstTaps(const PoolShape& s, WindowRow at, const T* plane, const T* best,
               T* seen, T* which) {
  // From the last tap to the first: what is written last is the first tap.
  for (int64_t i = Volume(s.kernel) - 1; i >= 0; --i) {
    const Tap tap(s, at, i);
    if (!tap.is_inside(s)) continue;
    const TapRange range = ColumnTap(s, tap.column);
    GatherTap(plane + tap.line(s), range, s.stride[2], seen);
    const T* from = seen + range.begin;
    const T* top = best + range.begin;
    const T number = static_cast<T>(i);
    T* to = which + range.begin;
    AssignRun(range.end - range.begin, to, [=](int64_t o) {
      return IsBest(from[o], top[o]) ? number : to[o];
    });
  }
}

template <typename T>
void FirstOfAdaptive(const PoolShape& s, WindowRow at, const T* plane,
                     const T* best, int64_t* first) {
  std::fill_n(first, s.out[2], int64_t{-1});
  ForEachSeenLine(s, at, [&](int64_t line) {
    for (int64_t o = 0; o < s.out[2]; ++o) {
      for (int64_t j = s.Begin(2, o); j < s.End(2, o); ++j) {
        if (first[o] < 0 && IsBest(plane[line + j], best[o])) {
          first[o] = line + j;
        }
      }
    }
  });
}

}  // namespace

void EnforceNumbered(const PoolShape& s) {
  PADDLE_ENFORCE(s.adaptive || Volume(s.kernel) <= kMaxTaps, Unimplemented,
                 "to find the largest element in windows of ", s.kernel[0],
                 " x ", s.kernel[1], " x ", s.kernel[2]);
}

template <typename T>
void FirstOfLargest(const PoolShape& s, WindowRow at, const T* plane,
                    const T* best, T* scratch, int64_t* first) {
  if (s.adaptive) return FirstOfAdaptive(s, at, plane, best, first);
  T* which = scratch + s.out[2];
  FirstTaps(s, at, plane, best, scratch, which);
  for (int64_t o = 0; o < s.out[2]; ++o) {
    const Tap tap(s, at, static_cast<int64_t>(which[o]));
    first[o] = tap.line(s) + o * s.stride[2] + tap.column - s.padding[2];
  }
}

PADDLE_INSTANTIATE_ONE(FirstOfLargest<float>);
PADDLE_INSTANTIATE_ONE(FirstOfLargest<double>);

}  // namespace paddle::operators::kernels
