#include "paddle/operators/random/orthogonal_fill.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "gtest/gtest.h"

namespace paddle::operators::kernels {
namespace {

using framework::DataType;
using framework::Dims;
using framework::Tensor;

const platform::CPUDeviceContext kCpu;

Tensor Draw(int64_t rows, int64_t columns, double gain, uint64_t seed) {
  Tensor out(Dims({rows, columns}), DataType::kFloat64);
  FillOrthogonal<double>(kCpu, {seed, 1, 0}, gain, &out);
  return out;
}

// Returns the product of two rows, or, if `by_column`, columns.
double Product(const Tensor& matrix, int64_t a, int64_t b, bool by_column) {
  const int64_t columns = matrix.dims()[1];
  const int64_t step = by_column ? columns : 1;
  const int64_t length = by_column ? matrix.dims()[0] : columns;
  const int64_t start = by_column ? 1 : columns;
  const double* data = matrix.data<double>();
  double sum = 0;
  for (int64_t i = 0; i < length; ++i) {
    sum += data[a * start + i * step] * data[b * start + i * step];
  }
  return sum;
}

TEST(OrthogonalFillTest, RowsOrColumnsAreOrthonormal) {
  for (const auto& [rows, columns] : {std::pair(4, 9), {9, 4}, {5, 5}}) {
    const Tensor matrix = Draw(rows, columns, 3, 7);
    const bool tall = rows > columns;
    for (int64_t a = 0; a < std::min(rows, columns); ++a) {
      for (int64_t b = 0; b <= a; ++b) {
        EXPECT_NEAR(Product(matrix, a, b, tall), a == b ? 9 : 0, 1e-12);
      }
    }
  }
}

TEST(OrthogonalFillTest, SeedsDiffer) {
  EXPECT_EQ(*Draw(3, 3, 1, 7).data<double>(), *Draw(3, 3, 1, 7).data<double>());
  EXPECT_NE(*Draw(3, 3, 1, 7).data<double>(), *Draw(3, 3, 1, 8).data<double>());
}

// Signs are as likely as not: no direction is preferred.
TEST(OrthogonalFillTest, SignsAreBalanced) {
  int positive = 0;
  for (uint64_t seed = 1; seed <= 400; ++seed) {
    positive += *Draw(2, 2, 1, seed).data<double>() > 0;
  }
  EXPECT_NEAR(positive, 200, 50);
}

TEST(OrthogonalFillTest, NothingToFill) {
  EXPECT_EQ(Draw(0, 3, 1, 7).numel(), 0);
  EXPECT_EQ(Draw(3, 0, 1, 7).numel(), 0);
}

}  // namespace
}  // namespace paddle::operators::kernels
