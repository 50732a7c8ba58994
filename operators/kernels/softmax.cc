#include "paddle/operators/kernels/softmax.h"

#include <algorithm>
#include <functional>

#include "paddle/operators/kernels/cpu_only.h"
#include "paddle/operators/kernels/softmax_rows.h"
#include "paddle/operators/kernels/vector_loops.h"
#include "paddle/operators/kernels/vector_math.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

// A tensor seen as [outer, size, inner], with the axis in the middle.
struct AxisView {
  AxisView(const framework::Dims& dims, int axis)
      : outer(dims.Slice(0, axis).Numel()),
        size(dims[axis]),
        inner(dims.Slice(axis + 1, dims.rank()).Numel()) {}
  int64_t outer;
  int64_t size;
  int64_t inner;
};

// Elements of neighbouring slices that are computed together when the axis is
// not the last.
constexpr int64_t kLanes = 64;

// Calls body(offset, lanes): up to kLanes neighbouring slices, of which the
// first elements begin at `offset`.
template <typename Body>
void ForEachLanes(const AxisView& v, const Body& body) {
  const int64_t blocks = (v.inner + kLanes - 1) / kLanes;
  const int64_t work = std::max<int64_t>(v.size * kLanes, 1);
  platform::ParallelFor(v.outer * blocks, kRowGrain / work + 1,
                        [&](int64_t begin, int64_t end) {
                          for (int64_t i = begin; i < end; ++i) {
                            const int64_t lane = i % blocks * kLanes;
                            body(i / blocks * v.size * v.inner + lane,
                                 std::min(kLanes, v.inner - lane));
                          }
                        });
}

template <typename T>
void SoftmaxLanes(const AxisView& v, int64_t lanes, const T* x, T* out) {
  T max[kLanes];
  T sum[kLanes];
  std::copy_n(x, lanes, max);
  std::fill_n(sum, lanes, T(0));
  for (int64_t i = 1; i < v.size; ++i) {
    const T* row = x + i * v.inner;
    AccumulateRun(
        lanes, max, [](T a, T b) { return a > b ? a : b; },
        [=](int64_t j) { return row[j]; });
  }
  for (int64_t i = 0; i < v.size; ++i) {
    const T* row = x + i * v.inner;
    T* result = out + i * v.inner;
    AssignRun(lanes, result, [&](int64_t j) { return row[j] - max[j]; });
    Exp(lanes, result, result);
    AccumulateRun(lanes, sum, std::plus<T>(),
                  [=](int64_t j) { return result[j]; });
  }
  for (int64_t i = 0; i < v.size; ++i) {
    T* result = out + i * v.inner;
    AssignRun(lanes, result, [&](int64_t j) { return result[j] / sum[j]; });
  }
}

template <typename T>
void GradLanes(const AxisView& v, int64_t lanes, const T* out, const T* d_out,
               T* d_x) {
  T dot[kLanes];
  std::fill_n(dot, lanes, T(0));
  for (int64_t i = 0; i < v.size; ++i) {
    const T* y = out + i * v.inner;
    const T* dy = d_out + i * v.inner;
    AccumulateRun(lanes, dot, std::plus<T>(),
                  [=](int64_t j) { return y[j] * dy[j]; });
  }
  for (int64_t i = 0; i < v.size; ++i) {
    const T* y = out + i * v.inner;
    const T* dy = d_out + i * v.inner;
    AssignRun(lanes, d_x + i * v.inner,
              [&](int64_t j) { return y[j] * (dy[j] - dot[j]); });
  }
}

}  // namespace

template <typename T>
void SoftmaxRows(int64_t rows, int64_t size, const T* x, T* out) {
  for (int64_t r = 0; r < rows; ++r) {
    const T* row = x + r * size;
    const T max = ReduceRun(
        size, row[0], [](T a, T b) { return a > b ? a : b; },
        [=](int64_t j) { return row[j]; });
    AssignRun(size, out + r * size, [=](int64_t j) { return row[j] - max; });
  }
  Exp(rows * size, out, out);
  for (int64_t r = 0; r < rows; ++r) {
    T* row = out + r * size;
    const T sum = ReduceRun(size, T(0), std::plus<T>(),
                            [=](int64_t j) { return row[j]; });
    const T inverse = T(1) / sum;
    AssignRun(size, row, [=](int64_t j) { return row[j] * inverse; });
  }
}

template <typename T>
void SoftmaxGradRows(int64_t rows, int64_t size, const T* out, const T* d_out,
                     T* d_x) {
  for (int64_t at = 0; at < rows * size; at += size) {
    const T* y = out + at;
    const T* dy = d_out + at;
    const T dot = ReduceRun(size, T(0), std::plus<T>(),
                            [=](int64_t j) { return y[j] * dy[j]; });
    AssignRun(size, d_x + at, [=](int64_t j) { return y[j] * (dy[j] - dot); });
  }
}

template <typename T>
void Softmax(const platform::DeviceContext& context, const Tensor& x, int axis,
             Tensor* out) {
  EnforceOnCPU(context, "softmax");
  const AxisView v(x.dims(), axis);
  if (x.numel() == 0) return;
  const T* from = x.data<T>();
  T* to = out->mutable_data<T>();
  if (v.inner == 1) {
    ForEachRowPiece(v.outer, v.size, [=](int64_t begin, int64_t end) {
      SoftmaxRows(end - begin, v.size, from + begin * v.size,
                  to + begin * v.size);
    });
  } else {
    ForEachLanes(v, [=](int64_t offset, int64_t lanes) {
      SoftmaxLanes(v, lanes, from + offset, to + offset);
    });
  }
}

template <typename T>
void SoftmaxGrad(const platform::DeviceContext& context, const Tensor& out,
                 const Tensor& d_out, int axis, Tensor* d_x) {
  EnforceOnCPU(context, "softmax");
  const AxisView v(out.dims(), axis);
  if (out.numel() == 0) return;
  const T* y = out.data<T>();
  const T* dy = d_out.data<T>();
  T* dx = d_x->mutable_data<T>();
  if (v.inner == 1) {
    ForEachRowPiece(v.outer, v.size, [=](int64_t begin, int64_t end) {
      const int64_t at = begin * v.size;
      SoftmaxGradRows(end - begin, v.size, y + at, dy + at, dx + at);
    });
  } else {
    ForEachLanes(v, [=](int64_t offset, int64_t lanes) {
      GradLanes(v, lanes, y + offset, dy + offset, dx + offset);
    });
  }
}

#define PADDLE_INSTANTIATE_(T)                                                 \
  template void SoftmaxRows<T>(int64_t, int64_t, const T*, T*);                \
  template void SoftmaxGradRows<T>(int64_t, int64_t, const T*, const T*, T*);  \
  template void Softmax<T>(const platform::DeviceContext&, const Tensor&, int, \
                           Tensor*);                                           \
  template void SoftmaxGrad<T>(const platform::DeviceContext&, const Tensor&,  \
                               const Tensor&, int, Tensor*);
PADDLE_INSTANTIATE_(float)
PADDLE_INSTANTIATE_(double)
#undef PADDLE_INSTANTIATE_

}  // namespace paddle::operators::kernels
