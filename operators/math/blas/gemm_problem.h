// Makes the matrices of products for tests.
#pragma once

#include <cmath>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace paddle::operators::kernels::testing {

// Returns numbers in [-1, 1) that look irregular, each rounded once.
template <typename T>
std::vector<T> Numbers(int64_t count, double seed) {
  // The type that a number is rounded from.
  using Exact = std::conditional_t<std::is_same_v<T, double>, double, float>;
  std::vector<T> numbers(count);
  for (int64_t i = 0; i < count; ++i) {
    const double x = std::sin(seed + 12.9898 * i) * 43758.5453;
    numbers[i] = T(static_cast<Exact>(2 * (x - std::floor(x)) - 1));
  }
  return numbers;
}

// The operands of c = alpha * op(a) * op(b) + beta * c: m x k, k x n and m x n,
// with `gap` elements between rows as stored that are none of theirs.
template <typename T, typename C = T>
struct GemmProblem {
  GemmProblem(bool trans_a, bool trans_b, int64_t m, int64_t n, int64_t k,
              int64_t gap = 0)
      : trans_a(trans_a),
        trans_b(trans_b),
        m(m),
        n(n),
        k(k),
        gap(gap),
        a(Numbers<T>((trans_a ? k : m) * lda(), 1)),
        b(Numbers<T>((trans_b ? n : k) * ldb(), 2)),
        c(Numbers<C>(m * ldc(), 3)) {}

  int64_t lda() const { return (trans_a ? m : k) + gap; }
  int64_t ldb() const { return (trans_b ? k : n) + gap; }
  int64_t ldc() const { return n + gap; }

  // Returns an element of the result.
  double Expected(int64_t i, int64_t j, double alpha, double beta) const {
    double sum = 0;
    for (int64_t p = 0; p < k; ++p) {
      sum += static_cast<double>(a[trans_a ? p * lda() + i : i * lda() + p]) *
             static_cast<double>(b[trans_b ? j * ldb() + p : p * ldb() + j]);
    }
    return alpha * sum + beta * static_cast<double>(c[i * ldc() + j]);
  }

  bool trans_a;
  bool trans_b;
  int64_t m;
  int64_t n;
  int64_t k;
  int64_t gap;
  std::vector<T> a;
  std::vector<T> b;
  std::vector<C> c;
};

}  // namespace paddle::operators::kernels::testing
