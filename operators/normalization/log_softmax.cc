#include "paddle/operators/normalization/log_softmax.h"

#include <algorithm>
#include <functional>
#include <type_traits>

#include "paddle/operators/math/loops/axis_view.h"
#include "paddle/operators/math/loops/scalar_math.h"
#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/operators/math/rows/softmax_axis.h"
#include "paddle/operators/math/rows/softmax_rows_avx512.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/float16.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

// Exponentials made at a time, on the stack: they are summed only, so the
// output is not used for them, and `out` may be x.
constexpr int64_t kChunk = 1024;

// A comparison that vectorises; NaN comes through by the sum.
struct Larger {
  template <typename T>
  T operator()(T a, T b) const {
    return a > b ? a : b;
  }
};

struct Forward {
  template <typename T>
  static void Rows(int64_t rows, int64_t size, T* out, const T* x) {
    if constexpr (std::is_same_v<T, float>) {
      if (size >= kBlock && HasSoftmaxRowsAvx512()) {
        return LogSoftmaxRowsAvx512(rows, size, x, out);
      }
    }
    for (; rows > 0; --rows, x += size, out += size) Row(size, x, out);
  }

  template <typename T>
  static void Row(int64_t size, const T* x, T* out) {
    // Subtracted first, so that the largest exponential is 1 and none
    // overflows.
    const T max =
        ReduceRun(size, x[0], Larger(), [=](int64_t j) { return x[j]; });
    T chunk[kChunk];
    T* exps = chunk;
    T sum = 0;
    for (int64_t at = 0; at < size; at += kChunk) {
      const int64_t count = std::min(kChunk, size - at);
      AssignRun(count, exps, [=](int64_t j) { return Exp(x[at + j] - max); });
      sum = ReduceRun(count, sum, std::plus<T>(),
                      [=](int64_t j) { return exps[j]; });
    }
    const T log_sum = Log(sum);
    AssignRun(size, out, [=](int64_t j) { return (x[j] - max) - log_sum; });
  }

  template <typename T>
  static void Lanes(int64_t size, int64_t stride, int64_t lanes, T* out,
                    const T* x) {
    // Slices with a stride are computed kLanes at a time, row by row of memory.
    T max[kLanes], sum[kLanes];
    std::copy_n(x, lanes, max);
    std::fill_n(sum, lanes, T(0));
    for (int64_t i = 1; i < size; ++i) {
      const T* row = x + i * stride;
      AccumulateRun(lanes, max, Larger(), [=](int64_t j) { return row[j]; });
    }
    for (int64_t i = 0; i < size; ++i) {
      const T* row = x + i * stride;
      AccumulateRun(lanes, sum, std::plus<T>(),
                    [&](int64_t j) { return Exp(row[j] - max[j]); });
    }
    AssignRun(lanes, sum, [&](int64_t j) { return Log(sum[j]); });
    for (int64_t i = 0; i < size; ++i) {
      const T* row = x + i * stride;
      AssignRun(lanes, out + i * stride,
                [&](int64_t j) { return (row[j] - max[j]) - sum[j]; });
    }
  }
};

struct Backward {
  template <typename T>
  static void Rows(int64_t rows, int64_t size, T* d_x, const T* out,
                   const T* d_out) {
    for (; rows > 0; --rows, d_x += size, out += size, d_out += size) {
      Row(size, out, d_out, d_x);
    }
  }

  template <typename T>
  static void Row(int64_t size, const T* out, const T* d_out, T* d_x) {
    // One reduction: exp(out) is the softmax, and its row sums to 1.
    const T sum = ReduceRun(size, T(0), std::plus<T>(),
                            [=](int64_t j) { return d_out[j]; });
    AssignRun(size, d_x,
              [=](int64_t j) { return d_out[j] - Exp(out[j]) * sum; });
  }

  template <typename T>
  static void Lanes(int64_t size, int64_t stride, int64_t lanes, T* d_x,
                    const T* out, const T* d_out) {
    T sum[kLanes] = {};
    for (int64_t i = 0; i < size; ++i) {
      const T* dy = d_out + i * stride;
      AccumulateRun(lanes, sum, std::plus<T>(),
                    [=](int64_t j) { return dy[j]; });
    }
    for (int64_t i = 0; i < size; ++i) {
      const T* dy = d_out + i * stride;
      const T* y = out + i * stride;
      AssignRun(lanes, d_x + i * stride,
                [&](int64_t j) { return dy[j] - Exp(y[j]) * sum[j]; });
    }
  }
};

}  // namespace

template <class Device, class T>
void LogSoftmax(const Device&, const Tensor& x, int axis, Tensor* out) {
  AlongAxis<Forward>(AxisView::Of(x.dims(), axis), out->mutable_data<T>(),
                     x.data<T>());
}

template <class Device, class T>
void LogSoftmaxGrad(const Device&, const Tensor& out, const Tensor& d_out,
                    int axis, Tensor* d_x) {
  AlongAxis<Backward>(AxisView::Of(out.dims(), axis), d_x->mutable_data<T>(),
                      out.data<T>(), d_out.data<T>());
}

PADDLE_INSTANTIATE(LogSoftmax, platform::CPUDeviceContext,
                   PADDLE_FLOATING_TYPES);
PADDLE_INSTANTIATE(LogSoftmaxGrad, platform::CPUDeviceContext,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators::kernels
