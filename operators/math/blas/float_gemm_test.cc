#include "paddle/operators/math/blas/float_gemm.h"

#include <cmath>
#include <limits>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/blas/amx_tiles.h"
#include "paddle/operators/math/blas/avx512_gemm.h"
#include "paddle/operators/math/blas/gemm_problem.h"
#include "paddle/operators/math/blas/packed_floats.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {
namespace {

using testing::Numbers;

TEST(FloatGemmTest, GivesTheSameBitsForAnyNumberOfThreads) {
  if (!SuitsAmx(700, 400)) GTEST_SKIP() << "no AMX";
  const int threads = platform::NumThreads();
  const testing::GemmProblem<float> p(true, false, 900, 400, 700);
  const auto run = [&](int count) {
    platform::SetNumThreads(count);
    std::vector<float> c = p.c;
    MultiplyByAmx({p.m, p.n, p.k, 1, OperandOf(p.a.data(), p.lda(), p.trans_a),
                   OperandOf(p.b.data(), p.ldb(), p.trans_b), 1,
                   OperandOf(c.data(), p.ldc(), false)},
                  /*threads=*/true);
    return c;
  };
  const std::vector<float> one = run(1);
  EXPECT_EQ(one, run(2));
  EXPECT_EQ(one, run(5));
  platform::SetNumThreads(threads);
}

// Returns c of rows of a by a packed matrix.
std::vector<float> Multiply(int64_t m, int64_t n, int64_t k, const float* a,
                            const PackedFloats& b) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  std::vector<float> c(m * n, std::nanf(""));
  MultiplyByPacked(m, n, k, a, b, {nullptr, nullptr, 0, -kInfinity, kInfinity},
                   nullptr, c.data());
  return c;
}

TEST(PackedFloatsTest, RowsHaveTheSameBitsWithInfinityInOthers) {
  if (!HasAvx512Gemm()) GTEST_SKIP() << "no AVX-512";
  const int64_t m = 100, k = 160, n = 270;
  const std::vector<float> b = Numbers<float>(k * n, 2);
  std::vector<float> a = Numbers<float>(m * k, 1);
  framework::Tensor packed({k * n * 3 + 1000}, framework::DataType::kFloat32);
  PackFloats(false, k, n, RowCount::kAny, b.data(), &packed);
  const PackedFloats matrix = FindFloats(k, n, RowCount::kAny, packed);
  EXPECT_EQ(matrix.tiles != nullptr, HasAmxProducts());
  EXPECT_NE(matrix.panels != nullptr, HasAmxProducts());
  const std::vector<float> plain = Multiply(m, n, k, a.data(), matrix);
  a[50 * k + 3] = std::numeric_limits<float>::infinity();
  const std::vector<float> all = Multiply(m, n, k, a.data(), matrix);
  const std::vector<float> alone = Multiply(1, n, k, &a[50 * k], matrix);
  for (int64_t j = 0; j < m * n; ++j) {
    if (j / n == 50) {
      ASSERT_TRUE(std::isinf(all[j])) << j;
      ASSERT_EQ(all[j], alone[j - 50 * n]);
    } else {
      ASSERT_EQ(all[j], plain[j]) << j;
    }
  }
}

// The order is that of the rows which a matrix is packed for.
TEST(PackedFloatsTest, IsFoundForTheSameRows) {
  if (!HasAvx512Gemm()) GTEST_SKIP() << "no AVX-512";
  const int64_t k = 100, n = 150;
  const std::vector<float> b = Numbers<float>(k * n, 2);
  framework::Tensor packed({k * n * 3 + 1000}, framework::DataType::kFloat32);
  for (const RowCount rows : {RowCount::kFew, RowCount::kMany}) {
    PackFloats(false, k, n, rows, b.data(), &packed);
    const PackedFloats few = FindFloats(k, n, RowCount::kFew, packed);
    const PackedFloats many = FindFloats(k, n, RowCount::kMany, packed);
    EXPECT_EQ(few.tiles, nullptr);
    const bool same = rows == RowCount::kFew || !HasAmxProducts();
    EXPECT_EQ(few.panels != nullptr, same);
    EXPECT_EQ(many.tiles != nullptr, !same);
    EXPECT_EQ(many.panels != nullptr, !HasAmxProducts());
  }
}

// Tiles have no place for them.
TEST(PackedFloatsTest, MatricesWithInfinityArePanels) {
  if (!HasAvx512Gemm()) GTEST_SKIP() << "no AVX-512";
  const int64_t m = 10, k = 100, n = 150;
  std::vector<float> b = Numbers<float>(n * k, 2);
  b[33 * k + 50] = -std::numeric_limits<float>::infinity();
  const std::vector<float> a(m * k, 1);
  const auto transposed = [&] { return b.data(); };
  const PackedFloats matrix =
      FindOrPackFloats(k, n, RowCount::kMany, transposed, nullptr);
  ASSERT_NE(matrix.panels, nullptr);
  EXPECT_EQ(matrix.tiles, nullptr);
  const std::vector<float> c = Multiply(m, n, k, a.data(), matrix);
  for (int64_t i = 0; i < m * n; ++i) {
    EXPECT_EQ(std::isinf(c[i]), i % n == 33) << i;
  }
}

}  // namespace
}  // namespace paddle::operators::kernels
