#include <cmath>
#include <cstdint>

#include "paddle/framework/types/dims.h"
#include "paddle/operators/math/device/device_scratch.h"
#include "paddle/operators/math/loops/loop_nest.h"
#include "paddle/operators/math/rows/moments.cuh"
#include "paddle/operators/math/rows/sequence_rows.h"
#include "paddle/operators/normalization/cos_sim.h"
#include "paddle/operators/normalization/cos_sim_rows.h"
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
using internal::CosSimRows;
using internal::RowsOf;
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
  SumRows(device, x.dims()[0], RowWidth(x), 0, square, norms);
  platform::ForEach(device, x.dims()[0], [=] PADDLE_DEVICE(int64_t i) {
    norms[i] = std::sqrt(norms[i]);
  });
}

// The operands of both gradients; a is the vector whose gradient it is, d_out
// (b / (|a| |b|) - out a / |a|^2). The two factors are a row's.
template <typename T>
PADDLE_HOST_DEVICE Accumulator<T> OfOther(const CosSimRows<T>& g, int64_t row) {
  return platform::Widened(g.d_out[row]) * Inverse(g.a_norm[row * g.a_step]) *
         Inverse(g.b_norm[row * g.b_step]);
}
template <typename T>
PADDLE_HOST_DEVICE Accumulator<T> OfOwn(const CosSimRows<T>& g, int64_t row) {
  const Accumulator<T> inverse = Inverse(g.a_norm[row * g.a_step]);
  return platform::Widened(g.d_out[row]) * platform::Widened(g.out[row]) *
         inverse * inverse;
}

template <typename T>
void EachRow(const platform::CUDADeviceContext& device, const CosSimRows<T>& in,
             T* d_a) {
  const CosSimRows<T> g = in;
  platform::ForEach(device, g.rows * g.width, [=] PADDLE_DEVICE(int64_t i) {
    const int64_t row = i / g.width, column = i - row * g.width;
    d_a[i] = platform::Narrowed<T>(
        OfOther(g, row) *
            platform::Widened(g.b[row * g.b_step * g.width + column]) -
        OfOwn(g, row) * platform::Widened(g.a[i]));
  });
}

// Computes the sum over all rows, for one vector a. The factors of the rows are
// computed first, so that the sum is one weighted reduction in a fixed order.
template <typename T>
void SumOverRows(const platform::CUDADeviceContext& device,
                 const CosSimRows<T>& in, T* d_a) {
  using A = Accumulator<T>;
  const CosSimRows<T> g = in;
  const DeviceScratch<A> scratch(device, 2 * g.rows + g.width + 1);
  A* of_other = scratch.data();
  A* of_own = of_other + g.rows;
  A* sums = of_own + g.rows;
  A* own_sum = sums + g.width;
  platform::ForEach(device, g.rows, [=] PADDLE_DEVICE(int64_t i) {
    of_other[i] = OfOther(g, i);
    of_own[i] = OfOwn(g, i);
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
  SumRows(device, rows, RowWidth(x), step, Moment<T>{x.data<T>(), y.data<T>()},
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
  const CosSimRows<T> of_x = RowsOf<T>(in);
  if (d_x != nullptr) EachRow(device, of_x, d_x->mutable_data<T>());
  if (d_y == nullptr) return;
  const CosSimRows<T> of_y = of_x.Exchanged();
  if (of_y.a_step == 1) {
    EachRow(device, of_y, d_y->mutable_data<T>());
  } else {
    SumOverRows(device, of_y, d_y->mutable_data<T>());
  }
}

PADDLE_INSTANTIATE(CosSim, platform::CUDADeviceContext, PADDLE_FLOATING_TYPES);
PADDLE_INSTANTIATE(CosSimGrad, platform::CUDADeviceContext,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators::kernels
