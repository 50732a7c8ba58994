#include "paddle/operators/pooling/pool.h"

#include <algorithm>
#include <functional>
#include <limits>

#include "paddle/operators/pooling/pool_first.h"
#include "paddle/operators/pooling/pool_halving.h"
#include "paddle/operators/pooling/pool_windows.h"
#include "paddle/platform/instantiate.h"

namespace paddle::operators::kernels {
namespace {

using framework::Dims;
using framework::Tensor;

template <typename T>
constexpr T kLowest = -std::numeric_limits<T>::infinity();

// For the windows of a row of the output, calls body(at, tap) for each of their
// taps, in row-major order: output o of [tap.begin, tap.end) sees element
// at + o * stride of the image. No two outputs see the same one.
template <typename Body>
void ForEachTap(const PoolShape& s, WindowRow at, const Body& body) {
  ForEachSeenLine(s, at, [&](int64_t line) {
    for (int64_t j = 0; j < s.kernel[2]; ++j) {
      const TapRange tap = ColumnTap(s, j);
      body(line + tap.origin, tap);
    }
  });
}

// Computes the divisors of the sums of a row of windows.
template <typename T>
void Divisors(const PoolShape& s, bool exclusive, WindowRow at, T* divisors) {
  const int64_t area =
      s.Length(0, at.z, exclusive) * s.Length(1, at.y, exclusive);
  for (int64_t x = 0; x < s.out[2]; ++x) {
    divisors[x] = static_cast<T>(area * s.Length(2, x, exclusive));
  }
}

template <typename T>
void HalvePlane(const PoolShape& s, const T* x, T* out) {
  for (int64_t y = 0; y < s.out[1]; ++y) {
    const T* above = x + 2 * y * s.in[2];
    MaxPool2x2Row(s.out[2], above, above + s.in[2], out + y * s.out[2]);
  }
}

template <typename T>
void HalvePlaneGrad(const PoolShape& s, const T* x, const T* d_out, T* d_x) {
  for (int64_t y = 0; y < s.out[1]; ++y) {
    const int64_t above = 2 * y * s.in[2];
    const int64_t below = above + s.in[2];
    HalveRowGrad(s.out[2], x + above, x + below, d_out + y * s.out[2],
                 d_x + above, d_x + below);
  }
}

// Calls body(offset of its outputs, positions in the plane of their largest
// elements) for each row of a plane of which `best` are the outputs.
template <typename T, typename Body>
void ForEachFirst(const PoolShape& s, const T* x, const T* best,
                  const Body& body) {
  T* scratch = ThreadScratch<T>(ScratchSlot::kPiece, 2 * s.out[2]);
  int64_t* first = ThreadScratch<int64_t>(ScratchSlot::kTotal, s.out[2]);
  ForEachOutputRow(s, [&](WindowRow at, int64_t offset) {
    FirstOfLargest(s, at, x, best + offset, scratch, first);
    body(offset, first);
  });
}

// Adds the gradients of a plane's windows.
template <typename T>
void AddMaxGrad(const PoolShape& s, const T* x, const T* d_out, T* d_x) {
  // Found again rather than read from Out, which the gradient does not have.
  T* best = ThreadScratch<T>(ScratchSlot::kLibrary, Volume(s.out));
  CombineWindows(s, x, kLowest<T>, Larger(), best);
  ForEachFirst(s, x, best, [&](int64_t offset, const int64_t* first) {
    for (int64_t o = 0; o < s.out[2]; ++o) d_x[first[o]] += d_out[offset + o];
  });
}

// Adds the shares of a row of windows to what they see.
template <typename T>
void AddShares(const PoolShape& s, WindowRow at, const T* shares, T* d_x) {
  if (s.adaptive) {
    ForEachSeenLine(s, at, [&](int64_t line) {
      for (int64_t o = 0; o < s.out[2]; ++o) {
        for (int64_t j = s.Begin(2, o); j < s.End(2, o); ++j) {
          d_x[line + j] += shares[o];
        }
      }
    });
    return;
  }
  const int64_t step = s.stride[2];
  ForEachTap(s, at, [&](int64_t from, const TapRange& tap) {
    T* seen = d_x + from;
    for (int64_t j = tap.begin; j < tap.end; ++j) seen[j * step] += shares[j];
  });
}

}  // namespace

PoolShape MakePoolShape(const Dims& x, const Dims& out,
                        const PoolWindow& window) {
  PoolShape s;
  s.planes = x[0] * x[1];
  s.channels = x[1];
  s.in = ImageExtent(x);
  s.out = ImageExtent(out);
  if (window.global) {
    s.kernel = s.in;
    return s;
  }
  if (!window.adaptive) {
    s.kernel = window.kernel;
    s.stride = window.stride;
    s.padding = window.padding;
    s.after = window.padding;
    return s;
  }
  for (int axis = 0; axis < 3; ++axis) {
    s.stride[axis] = s.in[axis] / std::max<int64_t>(s.out[axis], 1);
    s.adaptive = s.adaptive || s.stride[axis] * s.out[axis] != s.in[axis];
  }
  // If the sizes divide, adaptive windows are windows that slide.
  s.kernel = s.stride;
  return s;
}

template <class Device, class T>
void MaxPool(const Device&, const PoolShape& s, const Tensor& x, Tensor* out) {
  const T* from = x.data<T>();
  T* to = out->mutable_data<T>();
  const bool halving = IsHalving(s);
  ForEachPlane(s, [&](int64_t in, int64_t o) {
    if (halving) return HalvePlane(s, from + in, to + o);
    CombineWindows(s, from + in, kLowest<T>, Larger(), to + o);
  });
}

template <class Device, class T>
void MaxPoolGrad(const Device&, const PoolShape& s, const Tensor& x,
                 const Tensor& d_out, Tensor* d_x) {
  EnforceNumbered(s);
  const T* from = x.data<T>();
  const T* dy = d_out.data<T>();
  T* dx = d_x->mutable_data<T>();
  const bool halving = IsHalving(s);
  const bool covers = s.out[1] * 2 == s.in[1] && s.out[2] * 2 == s.in[2];
  ForEachPlane(s, [&](int64_t in, int64_t o) {
    // Halving writes every element it covers, so clearing would be a second
    // pass.
    if (!halving || !covers) std::fill_n(dx + in, Volume(s.in), T(0));
    if (halving) return HalvePlaneGrad(s, from + in, dy + o, dx + in);
    AddMaxGrad(s, from + in, dy + o, dx + in);
  });
}

template <class Device, class T>
void AveragePool(const Device&, const PoolShape& s, bool exclusive,
                 const Tensor& x, Tensor* out) {
  const T* from = x.data<T>();
  T* to = out->mutable_data<T>();
  ForEachPlane(s, [&](int64_t in, int64_t o) {
    CombineWindows(s, from + in, T(0), std::plus<T>(), to + o);
    T* divisors = ThreadScratch<T>(ScratchSlot::kPiece, s.out[2]);
    ForEachOutputRow(s, [&](WindowRow at, int64_t offset) {
      T* sums = to + o + offset;
      // In each row again: at the borders windows have fewer elements.
      Divisors(s, exclusive, at, divisors);
      AssignRun(s.out[2], sums,
                [=](int64_t j) { return sums[j] / divisors[j]; });
    });
  });
}

template <class Device, class T>
void AveragePoolGrad(const Device&, const PoolShape& s, bool exclusive,
                     const Tensor& d_out, Tensor* d_x) {
  const T* dy = d_out.data<T>();
  T* dx = d_x->mutable_data<T>();
  ForEachPlane(s, [&](int64_t in, int64_t o) {
    std::fill_n(dx + in, Volume(s.in), T(0));
    T* shares = ThreadScratch<T>(ScratchSlot::kPiece, s.out[2]);
    ForEachOutputRow(s, [&](WindowRow at, int64_t offset) {
      const T* d = dy + o + offset;
      Divisors(s, exclusive, at, shares);
      AssignRun(s.out[2], shares, [=](int64_t j) { return d[j] / shares[j]; });
      AddShares(s, at, shares, dx + in);
    });
  });
}

template <class Device, class T>
void MaxPoolWithIndex(const Device&, const PoolShape& s, const Tensor& x,
                      Tensor* out, Tensor* mask) {
  EnforceNumbered(s);
  const T* from = x.data<T>();
  T* to = out->mutable_data<T>();
  int64_t* indices = mask->mutable_data<int64_t>();
  ForEachPlane(s, [&](int64_t in, int64_t o) {
    CombineWindows(s, from + in, kLowest<T>, Larger(), to + o);
    ForEachFirst(s, from + in, to + o,
                 [&](int64_t offset, const int64_t* first) {
                   std::copy_n(first, s.out[2], indices + o + offset);
                 });
  });
}

PADDLE_INSTANTIATE(MaxPool, platform::CPUDeviceContext, float, double);
PADDLE_INSTANTIATE(MaxPoolGrad, platform::CPUDeviceContext, float, double);
PADDLE_INSTANTIATE(AveragePool, platform::CPUDeviceContext, float, double);
PADDLE_INSTANTIATE(AveragePoolGrad, platform::CPUDeviceContext, float, double);
PADDLE_INSTANTIATE(MaxPoolWithIndex, platform::CPUDeviceContext, float, double);

}  // namespace paddle::operators::kernels
