#include "paddle/operators/kernels/pool.h"

#include <algorithm>
#include <functional>
#include <limits>

#include "paddle/operators/kernels/cpu_only.h"
#include "paddle/operators/kernels/pool_halving.h"
#include "paddle/operators/kernels/tap_range.h"
#include "paddle/operators/kernels/thread_scratch.h"
#include "paddle/operators/kernels/vector_loops.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

// Elements read or written that are worth a thread.
constexpr int64_t kPoolGrain = 16384;
// The taps of a window that a float can number.
constexpr int64_t kMaxTaps = int64_t{1} << 24;

// Calls body(offset in x, offset in out) for every plane, in parallel.
template <typename Body>
void ForEachPlane(const platform::DeviceContext& context, const Pool2dShape& s,
                  const Body& body) {
  EnforceOnCPU(context, "pooling");
  const int64_t in = s.in[0] * s.in[1];
  const int64_t out = s.out[0] * s.out[1];
  const int64_t work = in + out * s.kernel[0] * s.kernel[1] / 4 + 1;
  platform::ParallelFor(s.planes, kPoolGrain / work + 1,
                        [&](int64_t begin, int64_t end) {
                          for (int64_t p = begin; p < end; ++p) {
                            body(p * in, p * out);
                          }
                        });
}

TapRange TapOf(const Pool2dShape& s, int axis, int64_t tap) {
  return TapRange(s.in[axis], s.out[axis], s.stride[axis],
                  tap - s.padding[axis]);
}

// For the windows of row y of the output, calls body(at, tap) for each of their
// taps, in row-major order: output o of [tap.begin, tap.end) sees element
// at + o * stride of the image. No two outputs see the same one.
template <typename Body>
void ForEachTap(const Pool2dShape& s, int64_t y, const Body& body) {
  for (int64_t i = 0; i < s.kernel[0]; ++i) {
    const int64_t row = y * s.stride[0] + i - s.padding[0];
    if (row < 0 || row >= s.in[0]) continue;
    for (int64_t j = 0; j < s.kernel[1]; ++j) {
      const TapRange tap = TapOf(s, 1, j);
      body(row * s.in[1] + tap.origin, tap);
    }
  }
}

// By what the sums of a row of windows are divided.
template <typename T>
void Divisors(const Pool2dShape& s, bool exclusive, int64_t y, T* divisors) {
  const auto length = [&](int axis, int64_t index) {
    const int64_t start = index * s.stride[axis] - s.padding[axis];
    const int64_t padding = exclusive ? 0 : s.padding[axis];
    return std::min(start + s.kernel[axis], s.in[axis] + padding) -
           std::max(start, -padding);
  };
  const int64_t height = length(0, y);
  for (int64_t x = 0; x < s.out[1]; ++x) {
    divisors[x] = static_cast<T>(height * length(1, x));
  }
}

struct Larger {
  template <typename T>
  T operator()(T a, T b) const {
    return ((b > a) | (b != b)) ? b : a;  // NaN wins, and stays
  }
};

// Combines the rows of the image that the windows of row y of the output see
// into one row, with combine(a, b) and starting from `neutral`.
template <typename T, typename Combine>
void CombineRows(const Pool2dShape& s, int64_t y, const T* x, T neutral,
                 const Combine& combine, T* row) {
  std::fill_n(row, s.in[1], neutral);
  const int64_t first = y * s.stride[0] - s.padding[0];
  const int64_t end = std::min(first + s.kernel[0], s.in[0]);
  for (int64_t i = std::max<int64_t>(first, 0); i < end; ++i) {
    const T* line = x + i * s.in[1];
    AccumulateRun(s.in[1], row, combine, [=](int64_t j) { return line[j]; });
  }
}

// What a tap sees of a row of the image, side by side.
template <typename T>
void Gather(const T* row, const TapRange& tap, int64_t step, T* seen) {
  for (int64_t o = tap.begin; o < tap.end; ++o) {
    seen[o] = row[tap.origin + o * step];
  }
}

// Combines the elements of each window of one row. `seen` is scratch memory of
// the length of `out`.
template <typename T, typename Combine>
void CombineColumns(const Pool2dShape& s, const T* row, T neutral,
                    const Combine& combine, T* seen, T* out) {
  std::fill_n(out, s.out[1], neutral);
  for (int64_t j = 0; j < s.kernel[1]; ++j) {
    const TapRange tap = TapOf(s, 1, j);
    Gather(row, tap, s.stride[1], seen);
    const T* from = seen + tap.begin;
    AccumulateRun(tap.end - tap.begin, out + tap.begin, combine,
                  [=](int64_t o) { return from[o]; });
  }
}

// out = the combination of the elements of each window of a plane.
template <typename T, typename Combine>
void CombineWindows(const Pool2dShape& s, const T* x, T neutral,
                    const Combine& combine, T* out) {
  T* row = ThreadScratch<T>(ScratchSlot::kPiece, s.in[1] + s.out[1]);
  T* seen = row + s.in[1];
  for (int64_t y = 0; y < s.out[0]; ++y) {
    CombineRows(s, y, x, neutral, combine, row);
    CombineColumns(s, row, neutral, combine, seen, out + y * s.out[1]);
  }
}

// Two by two windows side by side: the usual case, without any bounds.
bool IsHalving(const Pool2dShape& s) {
  const Extent2d two{2, 2};
  return s.kernel == two && s.stride == two && s.padding == Extent2d{0, 0} &&
         s.out[0] * 2 <= s.in[0] && s.out[1] * 2 <= s.in[1];
}

template <typename T>
void HalvePlane(const Pool2dShape& s, const T* x, T* out) {
  for (int64_t y = 0; y < s.out[0]; ++y) {
    const T* above = x + 2 * y * s.in[1];
    HalveRow(s.out[1], above, above + s.in[1], out + y * s.out[1]);
  }
}

template <typename T>
void HalvePlaneGrad(const Pool2dShape& s, const T* x, const T* d_out, T* d_x) {
  for (int64_t y = 0; y < s.out[0]; ++y) {
    const int64_t above = 2 * y * s.in[1];
    const int64_t below = above + s.in[1];
    HalveRowGrad(s.out[1], x + above, x + below, d_out + y * s.out[1],
                 d_x + above, d_x + below);
  }
}

// which[o] = the number, in row-major order, of the first tap of window o of
// row y that sees best[o] (of NaN: the first tap inside the image). Numbers are
// kept in T, as wide as what they are chosen by, so that the loop vectorises.
template <typename T>
void FirstTaps(const Pool2dShape& s, int64_t y, const T* x, const T* best,
               T* seen, T* which) {
  const int64_t columns = s.kernel[1];
  for (int64_t i = s.kernel[0] * columns - 1; i >= 0; --i) {
    const int64_t row = y * s.stride[0] + i / columns - s.padding[0];
    if (row < 0 || row >= s.in[0]) continue;
    const TapRange tap = TapOf(s, 1, i % columns);
    Gather(x + row * s.in[1], tap, s.stride[1], seen);
    const T* from = seen + tap.begin;
    const T* top = best + tap.begin;
    const T number = static_cast<T>(i);
    T* to = which + tap.begin;
    AssignRun(tap.end - tap.begin, to, [=](int64_t o) {
      return ((from[o] == top[o]) | (top[o] != top[o])) ? number : to[o];
    });
  }
}

// Adds the gradients of a plane's windows where FirstTaps says. `scratch` has
// room for the outputs of the plane and two rows of them.
template <typename T>
void AddMaxGrad(const Pool2dShape& s, const T* x, const T* d_out, T* scratch,
                T* d_x) {
  T* best = scratch;
  T* seen = best + s.out[0] * s.out[1];
  T* which = seen + s.out[1];
  CombineWindows(s, x, -std::numeric_limits<T>::infinity(), Larger(), best);
  for (int64_t y = 0; y < s.out[0]; ++y) {
    const int64_t at = y * s.out[1];
    FirstTaps(s, y, x, best + at, seen, which);
    for (int64_t o = 0; o < s.out[1]; ++o) {
      const auto tap = static_cast<int64_t>(which[o]);
      const int64_t row = y * s.stride[0] + tap / s.kernel[1] - s.padding[0];
      const int64_t column = o * s.stride[1] + tap % s.kernel[1] - s.padding[1];
      d_x[row * s.in[1] + column] += d_out[at + o];
    }
  }
}

}  // namespace

template <typename T>
void MaxPool2d(const platform::DeviceContext& context, const Pool2dShape& s,
               const Tensor& x, Tensor* out) {
  const T* from = x.data<T>();
  T* to = out->mutable_data<T>();
  const bool halving = IsHalving(s);
  ForEachPlane(context, s, [&](int64_t in, int64_t o) {
    if (halving) return HalvePlane(s, from + in, to + o);
    CombineWindows(s, from + in, -std::numeric_limits<T>::infinity(), Larger(),
                   to + o);
  });
}

template <typename T>
void MaxPool2dGrad(const platform::DeviceContext& context, const Pool2dShape& s,
                   const Tensor& x, const Tensor& d_out, Tensor* d_x) {
  PADDLE_ENFORCE(s.kernel[0] * s.kernel[1] <= kMaxTaps, Unimplemented,
                 "the gradient of max pooling by windows of ", s.kernel[0],
                 " x ", s.kernel[1]);
  const T* from = x.data<T>();
  const T* dy = d_out.data<T>();
  T* dx = d_x->mutable_data<T>();
  const bool halving = IsHalving(s);
  const bool covers = s.out[0] * 2 == s.in[0] && s.out[1] * 2 == s.in[1];
  ForEachPlane(context, s, [&](int64_t in, int64_t o) {
    if (!halving || !covers) std::fill_n(dx + in, s.in[0] * s.in[1], T(0));
    if (halving) return HalvePlaneGrad(s, from + in, dy + o, dx + in);
    T* scratch =
        ThreadScratch<T>(ScratchSlot::kLibrary, (s.out[0] + 2) * s.out[1]);
    AddMaxGrad(s, from + in, dy + o, scratch, dx + in);
  });
}

template <typename T>
void AveragePool2d(const platform::DeviceContext& context, const Pool2dShape& s,
                   bool exclusive, const Tensor& x, Tensor* out) {
  const T* from = x.data<T>();
  T* to = out->mutable_data<T>();
  ForEachPlane(context, s, [&](int64_t in, int64_t o) {
    CombineWindows(s, from + in, T(0), std::plus<T>(), to + o);
    T* divisors = ThreadScratch<T>(ScratchSlot::kPiece, s.out[1]);
    for (int64_t y = 0; y < s.out[0]; ++y) {
      T* sums = to + o + y * s.out[1];
      Divisors(s, exclusive, y, divisors);
      AssignRun(s.out[1], sums,
                [=](int64_t j) { return sums[j] / divisors[j]; });
    }
  });
}

template <typename T>
void AveragePool2dGrad(const platform::DeviceContext& context,
                       const Pool2dShape& s, bool exclusive,
                       const Tensor& d_out, Tensor* d_x) {
  const T* dy = d_out.data<T>();
  T* dx = d_x->mutable_data<T>();
  const int64_t step = s.stride[1];
  ForEachPlane(context, s, [&](int64_t in, int64_t o) {
    std::fill_n(dx + in, s.in[0] * s.in[1], T(0));
    T* shares = ThreadScratch<T>(ScratchSlot::kPiece, s.out[1]);
    for (int64_t y = 0; y < s.out[0]; ++y) {
      const T* d = dy + o + y * s.out[1];
      Divisors(s, exclusive, y, shares);
      AssignRun(s.out[1], shares, [=](int64_t j) { return d[j] / shares[j]; });
      ForEachTap(s, y, [&](int64_t at, const TapRange& tap) {
        T* seen = dx + in + at;
        for (int64_t j = tap.begin; j < tap.end; ++j) {
          seen[j * step] += shares[j];
        }
      });
    }
  });
}

#define PADDLE_INSTANTIATE_(T)                                                \
  template void MaxPool2d<T>(const platform::DeviceContext&,                  \
                             const Pool2dShape&, const Tensor&, Tensor*);     \
  template void MaxPool2dGrad<T>(const platform::DeviceContext&,              \
                                 const Pool2dShape&, const Tensor&,           \
                                 const Tensor&, Tensor*);                     \
  template void AveragePool2d<T>(const platform::DeviceContext&,              \
                                 const Pool2dShape&, bool, const Tensor&,     \
                                 Tensor*);                                    \
  template void AveragePool2dGrad<T>(const platform::DeviceContext&,          \
                                     const Pool2dShape&, bool, const Tensor&, \
                                     Tensor*);
PADDLE_INSTANTIATE_(float)
PADDLE_INSTANTIATE_(double)
#undef PADDLE_INSTANTIATE_

}  // namespace paddle::operators::kernels
