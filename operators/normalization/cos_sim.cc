#include "paddle/operators/normalization/cos_sim.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/float16.h"
#include "paddle/platform/half_arithmetic.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/parallel_for.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;
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
  const int64_t width = x.dims()[1];
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

// The operands of both gradients; a is the vector whose gradient it is.
template <typename T>
struct GradRows {
  using A = Accumulator<T>;
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

  Slope<A> At(int64_t row) const {
    return {static_cast<A>(out[row]), static_cast<A>(d_out[row]),
            a_norm[row * a_step], b_norm[row * b_step]};
  }

  void EachRow(T* d_a) const {
    platform::ParallelFor(
        rows, GrainOfRows(width), [&](int64_t begin, int64_t end) {
          for (int64_t i = begin; i < end; ++i) {
            const T* own = a + i * width;
            const T* other = b + i * b_step * width;
            AssignRun(width, d_a + i * width, [=, slope = At(i)](int64_t j) {
              return T(slope(static_cast<A>(own[j]), static_cast<A>(other[j])));
            });
          }
        });
  }

  // The sum over all rows, for one vector a.
  void Sum(T* d_a) const {
    const int64_t blocks = (width + kColumns - 1) / kColumns;
    platform::ParallelFor(blocks, kGrain / (kColumns * rows + 1) + 1,
                          [&](int64_t begin, int64_t end) {
                            for (int64_t block = begin; block < end; ++block) {
                              const int64_t at = block * kColumns;
                              SumColumns(at, std::min(kColumns, width - at),
                                         d_a + at);
                            }
                          });
  }

  void SumColumns(int64_t at, int64_t count, T* d_a) const {
    double sums[kColumns] = {};
    const T* own = a + at;
    for (int64_t i = 0; i < rows; ++i) {
      const T* other = b + i * b_step * width + at;
      AccumulateRun(
          count, sums, std::plus<double>(), [=, slope = At(i)](int64_t j) {
            return slope(static_cast<A>(own[j]), static_cast<A>(other[j]));
          });
    }
    for (int64_t j = 0; j < count; ++j) d_a[j] = T(sums[j]);
  }
};

}  // namespace

template <class Device, class T>
void CosSim(const Device&, const Tensor& x, const Tensor& y, Tensor* out,
            Tensor* x_norm, Tensor* y_norm) {
  using A = Accumulator<T>;
  Norms<T>(x, x_norm);
  Norms<T>(y, y_norm);
  const int64_t width = x.dims()[1];
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
  if (d_x != nullptr) of_x.EachRow(d_x->mutable_data<T>());
  if (d_y == nullptr) return;
  const GradRows<T> of_y{of_x.b, of_x.a,    of_x.b_norm, of_x.a_norm,
                         step,   1,         of_x.out,    of_x.d_out,
                         rows,   of_x.width};
  if (step == 1) {
    of_y.EachRow(d_y->mutable_data<T>());
  } else {
    of_y.Sum(d_y->mutable_data<T>());
  }
}

PADDLE_INSTANTIATE(CosSim, platform::CPUDeviceContext, PADDLE_FLOATING_TYPES);
PADDLE_INSTANTIATE(CosSimGrad, platform::CPUDeviceContext,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators::kernels
