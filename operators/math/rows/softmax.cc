#include "paddle/operators/math/rows/softmax.h"

#include <algorithm>
#include <functional>
#include <type_traits>

#include "paddle/operators/math/loops/axis_view.h"
#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/operators/math/loops/vector_math.h"
#include "paddle/operators/math/rows/softmax_axis.h"
#include "paddle/operators/math/rows/softmax_rows.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/float16.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

struct Forward {
  // Contiguous rows.
  template <typename T>
  static void Rows(int64_t rows, int64_t size, T* out, const T* x) {
    SoftmaxRows(rows, size, x, out);
  }

  // Keeps the maxima and sums of all lanes side by side and walks along the
  // axis row by row: every access is contiguous, and every loop is vectorized
  // over the lanes.
  template <typename T>
  static void Lanes(int64_t size, int64_t stride, int64_t lanes, T* out,
                    const T* x) {
    T max[kLanes];
    T sum[kLanes];
    std::copy_n(x, lanes, max);
    std::fill_n(sum, lanes, T(0));
    for (int64_t i = 1; i < size; ++i) {
      const T* row = x + i * stride;
      AccumulateRun(
          lanes, max, [](T a, T b) { return a > b ? a : b; },
          [=](int64_t j) { return row[j]; });
    }
    for (int64_t i = 0; i < size; ++i) {
      const T* row = x + i * stride;
      T* result = out + i * stride;
      AssignRun(lanes, result, [&](int64_t j) { return row[j] - max[j]; });
      Exp(lanes, result, result);
      AccumulateRun(lanes, sum, std::plus<T>(),
                    [=](int64_t j) { return result[j]; });
    }
    for (int64_t i = 0; i < size; ++i) {
      T* result = out + i * stride;
      AssignRun(lanes, result, [&](int64_t j) { return result[j] / sum[j]; });
    }
  }
};

struct Backward {
  template <typename T>
  static void Rows(int64_t rows, int64_t size, T* d_x, const T* out,
                   const T* d_out) {
    SoftmaxGradRows(rows, size, out, d_out, d_x);
  }

  template <typename T>
  static void Lanes(int64_t size, int64_t stride, int64_t lanes, T* d_x,
                    const T* out, const T* d_out) {
    // One pass for the dot products, one for the result; d_x may be d_out, as
    // each element is read before it is written.
    T dot[kLanes];
    std::fill_n(dot, lanes, T(0));
    for (int64_t i = 0; i < size; ++i) {
      const T* y = out + i * stride;
      const T* dy = d_out + i * stride;
      AccumulateRun(lanes, dot, std::plus<T>(),
                    [=](int64_t j) { return y[j] * dy[j]; });
    }
    for (int64_t i = 0; i < size; ++i) {
      const T* y = out + i * stride;
      const T* dy = d_out + i * stride;
      AssignRun(lanes, d_x + i * stride,
                [&](int64_t j) { return y[j] * (dy[j] - dot[j]); });
    }
  }
};

}  // namespace

template <class Device, class T>
void Softmax(const Device&, const Tensor& x, int axis, Tensor* out) {
  const AxisView v = AxisView::Of(x.dims(), axis);
  const T* from = x.data<T>();
  T* to = out->mutable_data<T>();
  if constexpr (std::is_same_v<T, float>) {
    if (v.inner == 1 && StreamSoftmaxRows(v.outer, v.size, from, to)) return;
  }
  AlongAxis<Forward>(v, to, from);
}

template <class Device, class T>
void SoftmaxGrad(const Device&, const Tensor& out, const Tensor& d_out,
                 int axis, Tensor* d_x) {
  AlongAxis<Backward>(AxisView::Of(out.dims(), axis), d_x->mutable_data<T>(),
                      out.data<T>(), d_out.data<T>());
}

PADDLE_INSTANTIATE(Softmax, platform::CPUDeviceContext, PADDLE_FLOATING_TYPES);
PADDLE_INSTANTIATE(SoftmaxGrad, platform::CPUDeviceContext,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators::kernels
