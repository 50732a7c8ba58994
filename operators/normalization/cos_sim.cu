#include <cmath>
#include <cstdint>

#include "paddle/framework/types/dims.h"
#include "paddle/operators/math/device/device_scratch.h"
#include "paddle/operators/math/loops/loop_nest.h"
#include "paddle/operators/math/rows/moments.cuh"
#include "paddle/operators/normalization/cos_sim.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/device_half.cuh"
#include "paddle/platform/float16.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"
#include "paddle/platform/type_lists.h"

namespace paddle::operators::kernels {
namespace {

using framework::Dims;
using framework::Tensor;
using platform::Accumulator;

// Returns 1 / norm; 0 for 0, and NaN for infinity, where squares have
// overflowed and the cosine is not known.
template <typename A>
PADDLE_HOST_DEVICE A Inverse(A norm) {
  return norm == A(0) ? A(0) : (norm - norm) + A(1) / norm;
}

// Computes sums[row] over the elements of [rows, width]; the weights are those
// of one row if `weight_step` is 0.
template <typename T>
void SumRows(const platform::CUDADeviceContext& device, int64_t rows,
             int64_t width, int64_t weight_step, const Moment<T>& term,
             Accumulator<T>* sums) {
  const Strides row{1, 0};
  SumMoments(device,
             LoopNest<4>(Dims({rows, width}),
                         {Strides{width, 1}, Strides{weight_step * width, 1},
                          row, row}),
             term, rows, sums);
}

template <typename T>
void Norms(const platform::CUDADeviceContext& device, const Tensor& x,
           Tensor* norm) {
  using A = Accumulator<T>;
  A* norms = norm->mutable_data<A>();
  Moment<T> square{x.data<T>()};
  square.squared = true;
  SumRows(device, x.dims()[0], x.dims()[1], 0, square, norms);
  platform::ForEach(device, x.dims()[0], [=] PADDLE_DEVICE(int64_t i) {
    norms[i] = std::sqrt(norms[i]);
  });
}

// The operands of both gradients; a is the vector whose gradient it is, d_out
// (b / (|a| |b|) - out a / |a|^2). The two factors are a row's.
template <typename T>
struct GradRows {
  using A = Accumulator<T>;

  PADDLE_HOST_DEVICE A OfOther(int64_t row) const {
    return platform::Widened(d_out[row]) * Inverse(a_norm[row * a_step]) *
           Inverse(b_norm[row * b_step]);
  }
  PADDLE_HOST_DEVICE A OfOwn(int64_t row) const {
    const A inverse = Inverse(a_norm[row * a_step]);
    return platform::Widened(d_out[row]) * platform::Widened(out[row]) *
           inverse * inverse;
  }

  const T* a;
  const T* b;
  const A* a_norm;
  const A* b_norm;
  int64_t a_step;  // 0: one vector for all rows
  int64_t b_step;
  const T* out;
  const T* d_out;
  int64_t rows;
  int64_t width;
};

template <typename T>
void EachRow(const platform::CUDADeviceContext& device, const GradRows<T>& in,
             T* d_a) {
  const GradRows<T> g = in;
  platform::ForEach(device, g.rows * g.width, [=] PADDLE_DEVICE(int64_t i) {
    const int64_t row = i / g.width, column = i - row * g.width;
    d_a[i] = platform::Narrowed<T>(
        g.OfOther(row) *
            platform::Widened(g.b[row * g.b_step * g.width + column]) -
        g.OfOwn(row) * platform::Widened(g.a[i]));
  });
}

// Computes the sum over all rows, for one vector a. The factors of the rows are
// computed first, so that the sum is one weighted reduction in a fixed order.
template <typename T>
void SumOverRows(const platform::CUDADeviceContext& device,
                 const GradRows<T>& in, T* d_a) {
  using A = Accumulator<T>;
  const GradRows<T> g = in;
  const DeviceScratch<A> scratch(device, 2 * g.rows + g.width + 1);
  A* of_other = scratch.data();
  A* of_own = of_other + g.rows;
  A* sums = of_own + g.rows;
  A* own_sum = sums + g.width;
  platform::ForEach(device, g.rows, [=] PADDLE_DEVICE(int64_t i) {
    of_other[i] = g.OfOther(i);
    of_own[i] = g.OfOwn(i);
  });
  Moment<T> others{g.b};
  others.factor = of_other;
  SumMoments(
      device,
      LoopNest<4>(Dims({g.rows, g.width}), {Strides{g.width, 1}, Strides{0, 0},
                                            Strides{1, 0}, Strides{0, 1}}),
      others, g.width, sums);
  SumRows(device, 1, g.rows, 0, Moment<A>{of_own}, own_sum);
  platform::ForEach(device, g.width, [=] PADDLE_DEVICE(int64_t j) {
    d_a[j] =
        platform::Narrowed<T>(sums[j] - *own_sum * platform::Widened(g.a[j]));
  });
}

}  // namespace

template <class Device, class T>
void CosSim(const Device& device, const Tensor& x, const Tensor& y, Tensor* out,
            Tensor* x_norm, Tensor* y_norm) {
  using A = Accumulator<T>;
  Norms<T>(device, x, x_norm);
  Norms<T>(device, y, y_norm);
  const int64_t rows = x.dims()[0];
  const int64_t step = y.dims()[0] == rows ? 1 : 0;
  // The products are kept in the accumulator type until they are divided.
  const DeviceScratch<A> scratch(device, rows);
  const A* dots = scratch.data();
  SumRows(device, rows, x.dims()[1], step, Moment<T>{x.data<T>(), y.data<T>()},
          scratch.data());
  const A* a_norm = x_norm->data<A>();
  const A* b_norm = y_norm->data<A>();
  T* to = out->mutable_data<T>();
  platform::ForEach(device, rows, [=] PADDLE_DEVICE(int64_t i) {
    to[i] = platform::Narrowed<T>(dots[i] * Inverse(a_norm[i]) *
                                  Inverse(b_norm[i * step]));
  });
}

template <class Device, class T>
void CosSimGrad(const Device& device, const CosSimGradInputs& in, Tensor* d_x,
                Tensor* d_y) {
  using A = Accumulator<T>;
  const int64_t rows = in.x.dims()[0];
  const int64_t step = in.y.dims()[0] == rows ? 1 : 0;
  const GradRows<T> of_x{in.x.data<T>(),
                         in.y.data<T>(),
                         in.x_norm.data<A>(),
                         in.y_norm.data<A>(),
                         1,
                         step,
                         in.out.data<T>(),
                         in.d_out.data<T>(),
                         rows,
                         in.x.dims()[1]};
  if (d_x != nullptr) EachRow(device, of_x, d_x->mutable_data<T>());
  if (d_y == nullptr) return;
  const GradRows<T> of_y{of_x.b, of_x.a,    of_x.b_norm, of_x.a_norm,
                         step,   1,         of_x.out,    of_x.d_out,
                         rows,   of_x.width};
  if (step == 1) {
    EachRow(device, of_y, d_y->mutable_data<T>());
  } else {
    SumOverRows(device, of_y, d_y->mutable_data<T>());
  }
}

PADDLE_INSTANTIATE(CosSim, platform::CUDADeviceContext, PADDLE_FLOATING_TYPES);
PADDLE_INSTANTIATE(CosSimGrad, platform::CUDADeviceContext,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators::kernels
