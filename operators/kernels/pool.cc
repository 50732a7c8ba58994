#include "paddle/operators/kernels/pool.h"

#include <algorithm>

#include "paddle/operators/kernels/cpu_only.h"
#include "paddle/operators/kernels/vector_loops.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

// Elements read or written that are worth a thread.
constexpr int64_t kPoolGrain = 16384;

// A window along one axis: the part inside the image, and the size of the part
// inside the padded one.
struct Window {
  Window(const Pool2dShape& s, int axis, int64_t index) {
    const int64_t start = index * s.stride[axis] - s.padding[axis];
    const int64_t stop =
        std::min(start + s.kernel[axis], s.in[axis] + s.padding[axis]);
    padded = stop - start;
    begin = std::max<int64_t>(start, 0);
    end = std::min(stop, s.in[axis]);
  }
  int64_t size() const { return end - begin; }

  int64_t begin;
  int64_t end;
  int64_t padded;
};

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

// Calls body(window of rows, window of columns, index of the output).
template <typename Body>
void ForEachWindow(const Pool2dShape& s, const Body& body) {
  int64_t i = 0;
  for (int64_t y = 0; y < s.out[0]; ++y) {
    const Window rows(s, 0, y);
    for (int64_t x = 0; x < s.out[1]; ++x, ++i) body(rows, Window(s, 1, x), i);
  }
}

// NaN wins, and stays.
template <typename T>
T Larger(T best, T value) {
  return value > best || value != value ? value : best;
}

// Two by two windows side by side: the usual case, without any bounds.
bool IsHalving(const Pool2dShape& s) {
  const Extent2d two{2, 2};
  return s.kernel == two && s.stride == two && s.padding == Extent2d{0, 0} &&
         s.out[0] * 2 <= s.in[0] && s.out[1] * 2 <= s.in[1];
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

template <typename T>
void HalveByMaxGrad(const Pool2dShape& s, const T* x, const T* d_out, T* d_x) {
  for (int64_t y = 0; y < s.out[0]; ++y, d_out += s.out[1]) {
    const int64_t above = 2 * y * s.in[1];
    const int64_t below = above + s.in[1];
    for (int64_t j = 0; j < s.out[1]; ++j) {
      int64_t at = above + 2 * j;
      const auto consider = [&](int64_t other) {
        at = x[other] > x[at] || x[other] != x[other] ? other : at;
      };
      consider(above + 2 * j + 1);
      consider(below + 2 * j);
      consider(below + 2 * j + 1);
      d_x[at] = d_out[j];
    }
  }
}

template <typename T>
int64_t FirstMax(const Pool2dShape& s, const Window& rows,
                 const Window& columns, const T* x) {
  int64_t best = rows.begin * s.in[1] + columns.begin;
  for (int64_t y = rows.begin; y < rows.end; ++y) {
    for (int64_t c = columns.begin; c < columns.end; ++c) {
      const int64_t at = y * s.in[1] + c;
      if (x[at] > x[best] || x[at] != x[at]) best = at;
    }
  }
  return best;
}

template <typename T>
T Divisor(bool exclusive, const Window& rows, const Window& columns) {
  return static_cast<T>(exclusive ? rows.size() * columns.size()
                                  : rows.padded * columns.padded);
}

}  // namespace

template <typename T>
void MaxPool2d(const platform::DeviceContext& context, const Pool2dShape& s,
               const Tensor& x, Tensor* out) {
  const T* from = x.data<T>();
  T* to = out->mutable_data<T>();
  const bool halving = IsHalving(s);
  ForEachPlane(context, s, [&](int64_t in, int64_t o) {
    if (halving) return HalveByMax(s, from + in, to + o);
    ForEachWindow(s, [&](const Window& rows, const Window& columns, int64_t i) {
      to[o + i] = from[in + FirstMax(s, rows, columns, from + in)];
    });
  });
}

template <typename T>
void MaxPool2dGrad(const platform::DeviceContext& context, const Pool2dShape& s,
                   const Tensor& x, const Tensor& d_out, Tensor* d_x) {
  const T* from = x.data<T>();
  const T* dy = d_out.data<T>();
  T* dx = d_x->mutable_data<T>();
  const bool halving = IsHalving(s);
  ForEachPlane(context, s, [&](int64_t in, int64_t o) {
    std::fill_n(dx + in, s.in[0] * s.in[1], T(0));
    if (halving) return HalveByMaxGrad(s, from + in, dy + o, dx + in);
    ForEachWindow(s, [&](const Window& rows, const Window& columns, int64_t i) {
      dx[in + FirstMax(s, rows, columns, from + in)] += dy[o + i];
    });
  });
}

template <typename T>
void AveragePool2d(const platform::DeviceContext& context, const Pool2dShape& s,
                   bool exclusive, const Tensor& x, Tensor* out) {
  const T* from = x.data<T>();
  T* to = out->mutable_data<T>();
  ForEachPlane(context, s, [&](int64_t in, int64_t o) {
    ForEachWindow(s, [&](const Window& rows, const Window& columns, int64_t i) {
      T sum = 0;
      for (int64_t y = rows.begin; y < rows.end; ++y) {
        for (int64_t c = columns.begin; c < columns.end; ++c) {
          sum += from[in + y * s.in[1] + c];
        }
      }
      to[o + i] = sum / Divisor<T>(exclusive, rows, columns);
    });
  });
}

template <typename T>
void AveragePool2dGrad(const platform::DeviceContext& context,
                       const Pool2dShape& s, bool exclusive,
                       const Tensor& d_out, Tensor* d_x) {
  const T* dy = d_out.data<T>();
  T* dx = d_x->mutable_data<T>();
  ForEachPlane(context, s, [&](int64_t in, int64_t o) {
    std::fill_n(dx + in, s.in[0] * s.in[1], T(0));
    ForEachWindow(s, [&](const Window& rows, const Window& columns, int64_t i) {
      const T share = dy[o + i] / Divisor<T>(exclusive, rows, columns);
      for (int64_t y = rows.begin; y < rows.end; ++y) {
        for (int64_t c = columns.begin; c < columns.end; ++c) {
          dx[in + y * s.in[1] + c] += share;
        }
      }
    });
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
