#include "paddle/operators/structured/log_matrix.h"

#include <vector>

#include "gtest/gtest.h"

namespace paddle::operators::kernels {
namespace {

template <typename T>
class LogMatrixTest : public ::testing::Test {};
using Types = ::testing::Types<float, double>;
TYPED_TEST_SUITE(LogMatrixTest, Types);

constexpr double kNever = -std::numeric_limits<double>::infinity();

// In long double, where no product underflows.
double Expected(const std::vector<double>& terms) {
  double max = kNever;
  for (double term : terms) max = std::max(max, term);
  if (max == kNever) return max;
  long double sum = 0;
  for (double term : terms)
    sum += std::exp(static_cast<long double>(term - max));
  return max + static_cast<double>(std::log(sum));
}

// Compares with the definition, the matrix as it is and turned.
template <typename T>
void Check(const std::vector<double>& v, const std::vector<double>& logs) {
  const auto size = static_cast<int64_t>(v.size());
  const std::vector<T> vector(v.begin(), v.end());
  const std::vector<T> matrix(logs.begin(), logs.end());
  for (const bool turned : {false, true}) {
    const int64_t row = turned ? 1 : size, column = turned ? size : 1;
    std::vector<T> scratch(LogMatrix<T>::ScratchOf(size) + 4 * size);
    T* next = scratch.data() + LogMatrix<T>::ScratchOf(size);
    T* out = next + 3 * size;
    const LogMatrix<T> product(size, matrix.data(), row, column,
                               scratch.data());
    product.Multiply(vector.data(), {next, next + size, next + 2 * size}, out);
    for (int64_t j = 0; j < size; ++j) {
      std::vector<double> terms;
      for (int64_t i = 0; i < size; ++i) {
        terms.push_back(v[i] + logs[i * row + j * column]);
      }
      const double expected = Expected(terms);
      const double bound = 4 * size * std::numeric_limits<T>::epsilon();
      if (std::isinf(expected)) {
        EXPECT_EQ(out[j], expected);
      } else {
        EXPECT_NEAR(out[j], expected,
                    bound * std::max(1.0, std::abs(expected)));
      }
    }
  }
}

TYPED_TEST(LogMatrixTest, OrdinaryNumbers) {
  for (int64_t size : {1, 2, 9, 70}) {
    std::vector<double> v, logs;
    for (int64_t i = 0; i < size; ++i) v.push_back(-((i * 7) % size) / 4.0);
    for (int64_t i = 0; i < size * size; ++i) {
      logs.push_back((i * 37 % 101) / 8.0 - 6);
    }
    Check<TypeParam>(v, logs);
  }
}

TYPED_TEST(LogMatrixTest, WhatUnderflowsStillCounts) {
  // The likely state forbids the column, the unlikely one allows it.
  Check<TypeParam>({0, -200}, {-1e4, 0, 0, -1e4});
  Check<TypeParam>({0, -2000}, {-1e4, 0, 0, -1e4});
  Check<TypeParam>({0, -1e4}, {kNever, 3, 3, kNever});
  Check<TypeParam>({-1e4, 0, -50}, {1e4, 0, -1e4, 0, -1e4, 0, 1e4, 1e4, 1e4});
}

TYPED_TEST(LogMatrixTest, NothingIsNever) {
  Check<TypeParam>({0, -1}, {kNever, kNever, kNever, 2});
  Check<TypeParam>({kNever, kNever}, {1, 2, 3, 4});
  Check<TypeParam>({0, kNever}, {kNever, 2, 3, 4});
}

TYPED_TEST(LogMatrixTest, NaNStays) {
  const TypeParam nan = std::numeric_limits<TypeParam>::quiet_NaN();
  const TypeParam logs[] = {0, 1, 2, 3}, v[] = {0, nan};
  TypeParam scratch[6], vectors[6], out[2];
  LogMatrix<TypeParam>(2, logs, 2, 1, scratch)
      .Multiply(v, {vectors, vectors + 2, vectors + 4}, out);
  EXPECT_TRUE(std::isnan(out[0]) && std::isnan(out[1]));
}

}  // namespace
}  // namespace paddle::operators::kernels
