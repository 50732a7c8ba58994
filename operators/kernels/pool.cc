#include "paddle/operators/kernels/pool.h"

#include <algorithm>
#include <functional>
#include <limits>

#include "paddle/operators/kernels/cpu_only.h"
#include "paddle/operators/kernels/tap_range.h"
#include "paddle/operators/kernels/thread_scratch.h"
#include "paddle/operators/kernels/vector_loops.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

// Elements read or written that are worth a thread.
constexpr int64_t kPoolGrain = 16384;

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

// NaN wins, and stays.
template <typename T>
bool Beats(T value, T best) {
  return value > best || value != value;
}

// The largest elements of a row of windows, and where in the plane they are
// found first.
template <typename T>
void LargestOfRow(const Pool2dShape& s, int64_t y, const T* x, T* best,
                  int64_t* where) {
  std::fill_n(best, s.out[1], -std::numeric_limits<T>::infinity());
  std::fill_n(where, s.out[1], int64_t{-1});
  const int64_t step = s.stride[1];
  ForEachTap(s, y, [&](int64_t at, const TapRange& tap) {
    for (int64_t o = tap.begin; o < tap.end; ++o) {
      const T value = x[at + o * step];
      const bool better = Beats(value, best[o]) || where[o] < 0;
      best[o] = better ? value : best[o];
      where[o] = better ? at + o * step : where[o];
    }
  });
}

// Two by two windows side by side: the usual case, without any bounds.
bool IsHalving(const Pool2dShape& s) {
  const Extent2d two{2, 2};
  return s.kernel == two && s.stride == two && s.padding == Extent2d{0, 0} &&
         s.out[0] * 2 <= s.in[0] && s.out[1] * 2 <= s.in[1];
}

template <typename T>
T Larger(T a, T b) {
  return Beats(b, a) ? b : a;
}

template <typename T>
void HalveByMax(const Pool2dShape& s, const T* x, T* out) {
  for (int64_t y = 0; y < s.out[0]; ++y, out += s.out[1]) {
    const T* above = x + 2 * y * s.in[1];
    const T* below = above + s.in[1];
    AssignRun(s.out[1], out, [=](int64_t j) {
      return Larger(Larger(above[2 * j], above[2 * j + 1]),
                    Larger(below[2 * j], below[2 * j + 1]));
    });
  }
}

// Writes all four elements of each window, without branches.
template <typename T>
void HalveByMaxGrad(const Pool2dShape& s, const T* x, const T* d_out, T* d_x) {
  for (int64_t y = 0; y < s.out[0]; ++y, d_out += s.out[1]) {
    const int64_t above = 2 * y * s.in[1];
    const int64_t below = above + s.in[1];
    ForIndependent(s.out[1], [=](int64_t j) {
      const T v0 = x[above + 2 * j];
      const T v1 = x[above + 2 * j + 1];
      const T v2 = x[below + 2 * j];
      const T v3 = x[below + 2 * j + 1];
      const T top = Larger(Larger(v0, v1), Larger(v2, v3));
      const bool first = v0 == top || top != top;
      const bool second = !first & (v1 == top);
      const bool third = !first & !second & (v2 == top);
      const bool fourth = !first & !second & !third;
      d_x[above + 2 * j] = first ? d_out[j] : T(0);
      d_x[above + 2 * j + 1] = second ? d_out[j] : T(0);
      d_x[below + 2 * j] = third ? d_out[j] : T(0);
      d_x[below + 2 * j + 1] = fourth ? d_out[j] : T(0);
    });
  }
}

}  // namespace

template <typename T>
void MaxPool2d(const platform::DeviceContext& context, const Pool2dShape& s,
               const Tensor& x, Tensor* out) {
  const T* from = x.data<T>();
  T* to = out->mutable_data<T>();
  const bool halving = IsHalving(s);
  const int64_t step = s.stride[1];
  ForEachPlane(context, s, [&](int64_t in, int64_t o) {
    if (halving) return HalveByMax(s, from + in, to + o);
    for (int64_t y = 0; y < s.out[0]; ++y) {
      T* best = to + o + y * s.out[1];
      std::fill_n(best, s.out[1], -std::numeric_limits<T>::infinity());
      ForEachTap(s, y, [&](int64_t at, const TapRange& tap) {
        const T* seen = from + in + at + tap.begin * step;
        AccumulateRun(tap.end - tap.begin, best + tap.begin, Larger<T>,
                      [=](int64_t j) { return seen[j * step]; });
      });
    }
  });
}

template <typename T>
void MaxPool2dGrad(const platform::DeviceContext& context, const Pool2dShape& s,
                   const Tensor& x, const Tensor& d_out, Tensor* d_x) {
  const T* from = x.data<T>();
  const T* dy = d_out.data<T>();
  T* dx = d_x->mutable_data<T>();
  const bool halving = IsHalving(s);
  const bool covers = s.out[0] * 2 == s.in[0] && s.out[1] * 2 == s.in[1];
  ForEachPlane(context, s, [&](int64_t in, int64_t o) {
    if (!halving || !covers) std::fill_n(dx + in, s.in[0] * s.in[1], T(0));
    if (halving) return HalveByMaxGrad(s, from + in, dy + o, dx + in);
    int64_t* where = ThreadScratch<int64_t>(ScratchSlot::kPiece, s.out[1]);
    T* best = ThreadScratch<T>(ScratchSlot::kLibrary, s.out[1]);
    for (int64_t y = 0; y < s.out[0]; ++y) {
      LargestOfRow(s, y, from + in, best, where);
      const T* d = dy + o + y * s.out[1];
      for (int64_t j = 0; j < s.out[1]; ++j) dx[in + where[j]] += d[j];
    }
  });
}

template <typename T>
void AveragePool2d(const platform::DeviceContext& context, const Pool2dShape& s,
                   bool exclusive, const Tensor& x, Tensor* out) {
  const T* from = x.data<T>();
  T* to = out->mutable_data<T>();
  const int64_t step = s.stride[1];
  ForEachPlane(context, s, [&](int64_t in, int64_t o) {
    T* divisors = ThreadScratch<T>(ScratchSlot::kPiece, s.out[1]);
    for (int64_t y = 0; y < s.out[0]; ++y) {
      T* sums = to + o + y * s.out[1];
      std::fill_n(sums, s.out[1], T(0));
      ForEachTap(s, y, [&](int64_t at, const TapRange& tap) {
        const T* seen = from + in + at + tap.begin * step;
        AccumulateRun(tap.end - tap.begin, sums + tap.begin, std::plus<T>(),
                      [=](int64_t j) { return seen[j * step]; });
      });
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
