// Takes one square matrix apart, on any device: for determinants.
#pragma once

#include <cstdint>

#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// A matrix [n, n] in row-major order, and then its factors: P A = L U, L with
// ones in its diagonal below and U in and above the diagonal; the rows were
// swapped so that each pivot is the largest of its column (Golub and Van Loan,
// "Matrix Computations", 3.4).
struct LuMatrix {
  double* a;  // [n, n]
  int64_t n;

  // Replaces the matrix by its factors. Returns -1 if rows were swapped an odd
  // number of times, else 1. A pivot of 0 stays.
  PADDLE_HOST_DEVICE double Factor() const {
    double sign = 1;
    for (int64_t k = 0; k < n; ++k) {
      const int64_t pivot = LargestBelow(k);
      if (pivot != k) {
        SwapRows(k, pivot);
        sign = -sign;
      }
      if (a[k * n + k] != 0) Eliminate(k);
    }
    return sign;
  }

  // Returns the product of the pivots, which is the determinant but for a sign.
  PADDLE_HOST_DEVICE double Product() const {
    double product = 1;
    for (int64_t k = 0; k < n; ++k) product *= a[k * n + k];
    return product;
  }

 private:
  PADDLE_HOST_DEVICE static double Size(double x) { return x < 0 ? -x : x; }

  // Returns the row, k or a later one, of the largest element of column k.
  PADDLE_HOST_DEVICE int64_t LargestBelow(int64_t k) const {
    int64_t best = k;
    for (int64_t i = k + 1; i < n; ++i) {
      if (Size(a[i * n + k]) > Size(a[best * n + k])) best = i;
    }
    return best;
  }

  PADDLE_HOST_DEVICE void SwapRows(int64_t i, int64_t j) const {
    for (int64_t k = 0; k < n; ++k) Swap(&a[i * n + k], &a[j * n + k]);
  }
  PADDLE_HOST_DEVICE static void Swap(double* x, double* y) {
    const double kept = *x;
    *x = *y;
    *y = kept;
  }

  PADDLE_HOST_DEVICE void Eliminate(int64_t k) const {
    for (int64_t i = k + 1; i < n; ++i) {
      const double factor = a[i * n + k] / a[k * n + k];
      a[i * n + k] = factor;
      for (int64_t j = k + 1; j < n; ++j) a[i * n + j] -= factor * a[k * n + j];
    }
  }
};

}  // namespace paddle::operators::kernels
