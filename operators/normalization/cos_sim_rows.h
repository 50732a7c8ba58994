// The operands of the gradients of cos_sim, for both devices.
#pragma once

#include <cstdint>

#include "paddle/operators/math/rows/sequence_rows.h"
#include "paddle/operators/normalization/cos_sim.h"
#include "paddle/platform/half_arithmetic.h"

namespace paddle::operators::kernels::internal {

// Rows of two tensors, either of which may be one vector for all rows. The
// gradient of a is computed; that of b follows when they change places.
template <typename T>
struct CosSimRows {
  using A = platform::Accumulator<T>;
  // The elements, and the norm of each row.
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

  CosSimRows Exchanged() const {
    return {b, a, b_norm, a_norm, b_step, a_step, out, d_out, rows, width};
  }
};

// Returns the operands for the gradient of x.
template <typename T>
CosSimRows<T> RowsOf(const CosSimGradInputs& in) {
  using A = platform::Accumulator<T>;
  const int64_t rows = in.x.dims()[0];
  const int64_t y_step = in.y.dims()[0] == rows ? 1 : 0;
  return {in.x.data<T>(),
          in.y.data<T>(),
          in.x_norm.data<A>(),
          in.y_norm.data<A>(),
          1,
          y_step,
          in.out.data<T>(),
          in.d_out.data<T>(),
          rows,
          RowWidth(in.x)};
}

}  // namespace paddle::operators::kernels::internal
