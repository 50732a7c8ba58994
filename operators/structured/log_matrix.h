// Sums of products of numbers that are given by their logarithms.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "paddle/operators/math/loops/vector_loops.h"

namespace paddle::operators::kernels {

// The greatest of `size` >= 1 elements.
template <typename T>
T MaxOf(int64_t size, const T* x) {
  return ReduceRun(
      size, x[0], [](T a, T b) { return a < b ? b : a; },
      [=](int64_t j) { return x[j]; });
}

// x less its greatest element, which is returned; x as it is, and 0, if that is
// -inf.
template <typename T>
T Normalize(int64_t size, T* x) {
  const T max = MaxOf(size, x);
  if (max == -std::numeric_limits<T>::infinity()) return T(0);
  AssignRun(size, x, [=](int64_t j) { return x[j] - max; });
  return max;
}

// log(sum_j exp(x[j])) of `size` >= 1 elements, -inf if all are. Overwrites x.
template <typename T>
T LogSumExp(int64_t size, T* x);

// A square matrix of logarithms that vectors of logarithms are multiplied with.
//
// Nearly all of the time goes to products of plain numbers. A sum is so small
// that products which underflowed could matter only if the logarithms range
// over some 57 (float) or 640 (double); it is then done over in logarithms, so
// -1e4 and -inf (never) are as good as any other element.
template <typename T>
class LogMatrix {
 public:
  // What the vectors of one product need, of `size` elements each.
  struct Vectors {
    T* weights;  // exp(v)
    T* sums;     // sum_i weights[i] * scaled(i)[j]
    T* terms;    // scratch
  };
  // Elements of scratch memory that a matrix of that size needs.
  static int64_t ScratchOf(int64_t size) { return size * size + size; }

  // Element (i, j) is logs[i * row_stride + j * column_stride]; the memory, and
  // the scratch, must outlive this object.
  LogMatrix(int64_t size, const T* logs, int64_t row_stride,
            int64_t column_stride, T* scratch);

  // out[j] = log(sum_i exp(v[i] + (i, j))), -inf for a sum of nothing. The
  // greatest v[i] is 0, or all are -inf. Leaves weights and sums.
  void Multiply(const T* v, const Vectors& vectors, T* out) const;
  // The first half of it: weights and sums.
  void Sum(const T* v, const Vectors& vectors) const;

  // Whether a sum is too small to be trusted.
  static bool TooSmall(T sum) { return sum < kTrusted; }
  // terms[i] = v[i] + (i, j).
  void Column(int64_t j, const T* v, T* terms) const;
  // exp((i, j) - the greatest of column j) for all j.
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
