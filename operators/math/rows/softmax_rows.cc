#include "paddle/operators/math/rows/softmax_rows.h"

#include <functional>
#include <type_traits>

#include "paddle/operators/math/loops/scalar_math.h"
#include "paddle/operators/math/loops/streaming.h"
#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/operators/math/loops/vector_math.h"
#include "paddle/operators/math/rows/softmax_rows_avx512.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {

namespace {

template <typename T>
T LargestOf(int64_t size, const T* row) {
  return ReduceRun(
      size, row[0], [](T a, T b) { return a > b ? a : b; },
      [=](int64_t j) { return row[j]; });
}

template <typename T>
void DivideBySum(int64_t size, T* row) {
  const T sum =
      ReduceRun(size, T(0), std::plus<T>(), [=](int64_t j) { return row[j]; });
  // One division per row; the multiplications are vectorized.
  const T inverse = T(1) / sum;
  AssignRun(size, row, [=](int64_t j) { return row[j] * inverse; });
}

}  // namespace

template <typename T>
void SoftmaxRowsAnywhere(int64_t rows, int64_t size, const T* x, T* out) {
  // The exponentials of short rows are computed together, over all rows: a loop
  // over a few elements would not fill a vector register.
  const bool is_long = size >= kBlock;
  for (int64_t r = 0; r < rows; ++r) {
    const T* row = x + r * size;
    T* to = out + r * size;
    const T max = LargestOf(size, row);
    if (is_long) {
      AssignRun(size, to, [=](int64_t j) { return Exp(row[j] - max); });
      DivideBySum(size, to);
    } else {
      AssignRun(size, to, [=](int64_t j) { return row[j] - max; });
    }
  }
  if (is_long) return;
  Exp(rows * size, out, out);
  for (int64_t r = 0; r < rows; ++r) DivideBySum(size, out + r * size);
}

template <typename T>
void SoftmaxRows(int64_t rows, int64_t size, const T* x, T* out) {
  if constexpr (std::is_same_v<T, float>) {
    if (size >= kBlock && HasSoftmaxRowsAvx512()) {
      return SoftmaxRowsAvx512(rows, size, x, /*streams=*/false, out);
    }
  }
  SoftmaxRowsAnywhere(rows, size, x, out);
}

bool StreamSoftmaxRows(int64_t rows, int64_t size, const float* x, float* out) {
  if (size < kBlock || !HasSoftmaxRowsAvx512() ||
      !IsStreamed(rows * size, out, x)) {
    return false;
  }
  platform::ParallelFor(
      rows, kRowGrain / size + 1, [=](int64_t begin, int64_t end) {
        SoftmaxRowsAvx512(end - begin, size, x + begin * size,
                          /*streams=*/true, out + begin * size);
        EndStream();
      });
  return true;
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

PADDLE_INSTANTIATE_ONE(SoftmaxRowsAnywhere<float>);
PADDLE_INSTANTIATE_ONE(SoftmaxRowsAnywhere<double>);
PADDLE_INSTANTIATE_ONE(SoftmaxRows<float>);
PADDLE_INSTANTIATE_ONE(SoftmaxRows<double>);
PADDLE_INSTANTIATE_ONE(SoftmaxGradRows<float>);
PADDLE_INSTANTIATE_ONE(SoftmaxGradRows<double>);

}  // namespace paddle::operators::kernels
