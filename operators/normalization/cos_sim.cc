#include "paddle/operators/normalization/cos_sim.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/operators/math/rows/sequence_rows.h"
#include "paddle/operators/normalization/cos_sim_rows.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/float16.h"
#include "paddle/platform/half_arithmetic.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/parallel_for.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;
using internal::CosSimRows;
using internal::RowsOf;
using platform::Accumulator;

constexpr int64_t kGrain = 16384;
// Columns that are summed over all rows at a time: a block is one task, so no
// two threads add to one column.
constexpr int64_t kColumns = 64;

int64_t GrainOfRows(int64_t width) { return kGrain / (width + 1) + 1; }

// Returns 1 / norm; 0 for 0, and NaN for infinity, where squares have
// overflowed and the cosine is not known.
template <typename A>
A Inverse(A norm) {
  return norm == A(0) ? A(0) : (norm - norm) + A(1) / norm;
}

template <typename A, typename T>
A Dot(int64_t size, const T* x, const T* y) {
  return ReduceRun(size, A(0), std::plus<A>(), [=](int64_t j) {
    return static_cast<A>(x[j]) * static_cast<A>(y[j]);
  });
}

template <typename T>
void Norms(const Tensor& x, Tensor* norm) {
  using A = Accumulator<T>;
  const int64_t width = RowWidth(x);
  const T* from = x.data<T>();
  A* to = norm->mutable_data<A>();
  platform::ParallelFor(x.dims()[0], GrainOfRows(width),
                        [=](int64_t begin, int64_t end) {
                          for (int64_t i = begin; i < end; ++i) {
                            const T* row = from + i * width;
                            to[i] = std::sqrt(Dot<A>(width, row, row));
                          }
                        });
}

// The gradient of the cosine for one of two vectors a and b: d_out (b / (|a|
// |b|) - out a / |a|^2).
template <typename A>
struct Slope {
  A of_other;
  A of_own;
  A inverse;

  Slope(A out, A d_out, A norm, A other_norm) : inverse(Inverse(norm)) {
    of_other = d_out * inverse * Inverse(other_norm);
    of_own = d_out * out * inverse;
  }
  A operator()(A own, A other) const {
    return of_other * other - of_own * (own * inverse);
  }
};

template <typename T>
Slope<Accumulator<T>> SlopeAt(const CosSimRows<T>& in, int64_t row) {
  using A = Accumulator<T>;
  return {static_cast<A>(in.out[row]), static_cast<A>(in.d_out[row]),
          in.a_norm[row * in.a_step], in.b_norm[row * in.b_step]};
}

template <typename T>
void EachRow(const CosSimRows<T>& in, T* d_a) {
  using A = Accumulator<T>;
  const int64_t width = in.width;
  platform::ParallelFor(
      in.rows, GrainOfRows(width), [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) {
          const T* own = in.a + i * width;
          const T* other = in.b + i * in.b_step * width;
          AssignRun(
              width, d_a + i * width, [=, slope = SlopeAt(in, i)](int64_t j) {
                return T(
                    slope(static_cast<A>(own[j]), static_cast<A>(other[j])));
              });
        }
      });
}

template <typename T>
void SumColumns(const CosSimRows<T>& in, int64_t at, int64_t count, T* d_a) {
  using A = Accumulator<T>;
  double sums[kColumns] = {};
  const T* own = in.a + at;
  for (int64_t i = 0; i < in.rows; ++i) {
    const T* other = in.b + i * in.b_step * in.width + at;
    AccumulateRun(count, sums, std::plus<double>(),
                  [=, slope = SlopeAt(in, i)](int64_t j) {
                    return slope(static_cast<A>(own[j]),
                                 static_cast<A>(other[j]));
                  });
  }
  for (int64_t j = 0; j < count; ++j) d_a[j] = T(sums[j]);
}

// The sum over all rows, for one vector a.
template <typename T>
void SumOverRows(const CosSimRows<T>& in, T* d_a) {
  const int64_t blocks = (in.width + kColumns - 1) / kColumns;
  platform::ParallelFor(
      blocks, kGrain / (kColumns * in.rows + 1) + 1,
      [&](int64_t begin, int64_t end) {
        for (int64_t block = begin; block < end; ++block) {
          const int64_t at = block * kColumns;
          SumColumns(in, at, std::min(kColumns, in.width - at), d_a + at);
        }
      });
}

}  // namespace

template <class Device, class T>
void CosSim(const Device&, const Tensor& x, const Tensor& y, Tensor* out,
            Tensor* x_norm, Tensor* y_norm) {
  using A = Accumulator<T>;
  Norms<T>(x, x_norm);
  Norms<T>(y, y_norm);
  const int64_t width = RowWidth(x);
  const int64_t step = y.dims()[0] == x.dims()[0] ? 1 : 0;
  const T* a = x.data<T>();
  const T* b = y.data<T>();
  const A* a_norm = x_norm->data<A>();
  const A* b_norm = y_norm->data<A>();
  T* to = out->mutable_data<T>();
  platform::ParallelFor(
      x.dims()[0], GrainOfRows(width), [=](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) {
          const A dot = Dot<A>(width, a + i * width, b + i * step * width);
          to[i] = T(dot * Inverse(a_norm[i]) * Inverse(b_norm[i * step]));
        }
      });
}

template <class Device, class T>
void CosSimGrad(const Device&, const CosSimGradInputs& in, Tensor* d_x,
                Tensor* d_y) {
  const CosSimRows<T> of_x = RowsOf<T>(in);
  if (d_x != nullptr) EachRow(of_x, d_x->mutable_data<T>());
  if (d_y == nullptr) return;
  const CosSimRows<T> of_y = of_x.Exchanged();
  if (of_y.a_step == 1) {
    EachRow(of_y, d_y->mutable_data<T>());
  } else {
    SumOverRows(of_y, d_y->mutable_data<T>());
  }
}

PADDLE_INSTANTIATE(CosSim, platform::CPUDeviceContext, PADDLE_FLOATING_TYPES);
PADDLE_INSTANTIATE(CosSimGrad, platform::CPUDeviceContext,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators::kernels
