// Products of matrices and vectors that are given by their logarithms.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "paddle/operators/math/loops/vector_loops.h"

namespace paddle::operators::kernels {

// Returns the maximum of `size` >= 1 elements.
template <typename T>
T MaxOf(int64_t size, const T* x) {
  return ReduceRun(
      size, x[0], [](T a, T b) { return a < b ? b : a; },
      [=](int64_t j) { return x[j]; });
}

// Subtracts the maximum from x and returns it; if that is -inf, leaves x as it
// is and returns 0.
template <typename T>
T Normalize(int64_t size, T* x) {
  const T max = MaxOf(size, x);
  if (max == -std::numeric_limits<T>::infinity()) return T(0);
  AssignRun(size, x, [=](int64_t j) { return x[j] - max; });
  return max;
}

// Returns log(sum_j exp(x[j])) of `size` >= 1 elements, -inf if all are -inf.
// Overwrites x.
template <typename T>
T LogSumExp(int64_t size, T* x);

// A square matrix of logarithms, to be multiplied with vectors of logarithms.
//
// Products are computed with plain numbers, scaled to a maximum of 1 per
// column: one exp per element of the vector, not of the matrix. Only where the
// logarithms range over more than about 57 (float) or 640 (double) may a sum
// become so small that underflow matters; it is then computed again in
// logarithms, so that -1e4 and -inf are handled as well as any other element.
// -1e4 and -inf (never) are as good as any other element.
template <typename T>
class LogMatrix {
 public:
  // The vectors of one product, of `size` elements each.
  struct Vectors {
    T* weights;  // exp(v)
    T* sums;     // sum_i weights[i] * scaled(i)[j]
    T* terms;    // scratch
  };
  // The number of elements of scratch memory for a matrix of this size.
  static int64_t ScratchOf(int64_t size) { return size * size + size; }

  // Element (i, j) is logs[i * row_stride + j * column_stride]. `logs` and
  // `scratch` must outlive this object.
  LogMatrix(int64_t size, const T* logs, int64_t row_stride,
            int64_t column_stride, T* scratch);

  // Computes out[j] = log(sum_i exp(v[i] + (i, j))), -inf for a sum of nothing.
  // The maximum of v must be 0, unless all are -inf. Also leaves weights and
  // sums.
  void Multiply(const T* v, const Vectors& vectors, T* out) const;
  // Computes only weights and sums.
  void Sum(const T* v, const Vectors& vectors) const;

  // True if a sum may have lost terms to underflow.
  static bool TooSmall(T sum) { return sum < kTrusted; }
  // Computes terms[i] = v[i] + (i, j).
  void Column(int64_t j, const T* v, T* terms) const;
  // Returns row i of exp((i, j) - the maximum of column j).
  const T* scaled(int64_t i) const { return scaled_ + i * size_; }

 private:
  static constexpr T kTrusted = std::numeric_limits<T>::min() /
                                std::numeric_limits<T>::epsilon() /
                                std::numeric_limits<T>::epsilon();

  const int64_t size_;
  const T* const logs_;
  const int64_t row_stride_;
  const int64_t column_stride_;
  T* const scaled_;
  T* const greatest_;  // of each column
};

}  // namespace paddle::operators::kernels
