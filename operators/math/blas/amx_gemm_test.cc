#include "paddle/operators/math/blas/amx_gemm.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <thread>
#include <tuple>
#include <type_traits>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/operators/math/blas/amx_kernel.h"
#include "paddle/operators/math/blas/amx_pack.h"
#include "paddle/operators/math/blas/amx_tiles.h"
#include "paddle/operators/math/blas/gemm_problem.h"
#include "paddle/operators/math/blas/gemm_tile.h"
#include "paddle/platform/bfloat16.h"

namespace paddle::operators::kernels {
namespace {

using platform::bfloat16;

using testing::Numbers;

constexpr int64_t kGap = 5;  // between rows as stored

// A tile, with elements between its rows that are none of its own.
template <typename C>
struct Problem : testing::GemmProblem<bfloat16, C> {
  Problem(bool trans_a, bool trans_b, int64_t m, int64_t n, int64_t k)
      : testing::GemmProblem<bfloat16, C>(trans_a, trans_b, m, n, k, kGap) {}

  // Computes the first rows.
  std::vector<C> Run(int64_t rows, bool packs, float alpha, float beta) const {
    std::vector<C> out = this->c;
    GemmTile<AmxGemm<C>> tile;
    tile.rows = rows;
    tile.columns = this->n;
    tile.depth = this->k;
    tile.a = OperandOf(this->a.data(), this->lda(), this->trans_a);
    tile.packed_a = nullptr;
    tile.b = OperandOf(this->b.data(), this->ldb(), this->trans_b);
    tile.alpha = alpha;
    tile.beta = beta;
    tile.c = OperandOf(out.data(), this->ldc(), false);
    std::vector<bfloat16> room(AmxGemm<C>::ColumnsSize(this->n, this->k) + 32);
    void* to = room.data();
    size_t space = room.size() * sizeof(bfloat16);
    std::align(64, 1, to, space);
    tile.packed_b = static_cast<bfloat16*>(to);
    if (packs) {
      AmxGemm<C>::PackColumns(this->n, this->k, tile.b,
                              static_cast<bfloat16*>(to));
    } else {
      tile.packed_b = nullptr;
    }
    AmxGemm<C>::Multiply(tile);
    return out;
  }
};

template <typename C>
bool SameBits(const C* x, const C* y, int64_t count) {
  return std::memcmp(x, y, count * sizeof(C)) == 0;
}

template <typename C>
void ExpectRight(const Problem<C>& p, bool packs, float alpha, float beta) {
  const std::vector<C> out = p.Run(p.m, packs, alpha, beta);
  const double rounding = std::is_same_v<C, float> ? 1e-6 : 1.0 / 256;
  for (int64_t i = 0; i < p.m; ++i) {
    for (int64_t j = 0; j < p.n; ++j) {
      const double expected = p.Expected(i, j, alpha, beta);
      ASSERT_NEAR(static_cast<double>(out[i * p.ldc() + j]), expected,
                  std::abs(expected) * rounding + 2e-7 * (p.k + 4))
          << p.m << " x " << p.k << " by " << p.k << " x " << p.n
          << (p.trans_a ? ", a transposed" : "")
          << (p.trans_b ? ", b transposed" : "") << " at " << i << ", " << j;
    }
    ASSERT_TRUE(
        SameBits(&out[i * p.ldc() + p.n], &p.c[i * p.ldc() + p.n], kGap));
  }
}

template <typename C>
class AmxGemmTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!HasAmxProducts()) GTEST_SKIP() << "no AMX";
  }
};
using Types = ::testing::Types<float, bfloat16>;
TYPED_TEST_SUITE(AmxGemmTest, Types);

TYPED_TEST(AmxGemmTest, IsRightForAllFormsAndSizes) {
  for (const auto& [m, n, k] :
       std::vector<std::tuple<int, int, int>>{{1, 1, 1},
                                              {1, 70, 40},
                                              {5, 3, 2},
                                              {16, 16, 32},
                                              {17, 31, 33},
                                              {32, 32, 64},
                                              {33, 65, 129},
                                              {48, 40, 1024},
                                              {2, 100, 3},
                                              {40, 50, 513},
                                              {70, 90, 2100},
                                              {256, 80, 31}}) {
    for (int form = 0; form < 8; ++form) {
      const Problem<TypeParam> p((form & 1) != 0, (form & 2) != 0, m, n, k);
      const bool packs = (form & 4) != 0;
      ExpectRight(p, packs, 1, 0);
      ExpectRight(p, packs, -0.5, 2);
      ExpectRight(p, packs, 1, 1);
    }
  }
}

// Rows that lie as tiles do are read in place.
TYPED_TEST(AmxGemmTest, ReadsRowsOfWholeTiles) {
  const int64_t k = 96, n = 40;
  for (const int64_t m : {16, 48, 64}) {
    const Problem<TypeParam> gaps(false, false, m, n, k);
    struct alignas(64) Line {
      bfloat16 elements[32];
    };
    std::vector<Line> lines(m * k / 32);
    bfloat16* a = lines.data()->elements;
    for (int64_t i = 0; i < m; ++i) {
      std::copy_n(&gaps.a[i * gaps.lda()], k, a + i * k);
    }
    std::vector<TypeParam> c = gaps.c;
    GemmTile<AmxGemm<TypeParam>> tile{
        m,       n,
        k,       OperandOf<const bfloat16>(a, k, false),
        nullptr, OperandOf(gaps.b.data(), gaps.ldb(), false),
        nullptr, 1,
        0,       OperandOf(c.data(), gaps.ldc(), false)};
    AmxGemm<TypeParam>::Multiply(tile);
    const auto packed = gaps.Run(m, true, 1, 0);
    EXPECT_TRUE(SameBits(c.data(), packed.data(), c.size())) << m;
  }
}

TYPED_TEST(AmxGemmTest, RowsHaveTheSameBitsWhateverTheirNumber) {
  for (int form = 0; form < 4; ++form) {
    const Problem<TypeParam> p((form & 1) != 0, (form & 2) != 0, 256, 40, 1100);
    const auto all = p.Run(256, true, 1, 1);
    for (int64_t rows = 1; rows < 256; ++rows) {
      const auto some = p.Run(rows, rows % 2 == 0, 1, 1);
      ASSERT_TRUE(SameBits(some.data(), all.data(), rows * p.ldc()))
          << rows << " rows, form " << form;
      ASSERT_TRUE(SameBits(&some[rows * p.ldc()], &p.c[rows * p.ldc()],
                           (256 - rows) * p.ldc()));
    }
  }
}

TYPED_TEST(AmxGemmTest, DoesNotReadWhatItOverwrites) {
  Problem<TypeParam> p(false, false, 33, 40, 50);
  p.c.assign(p.c.size(), TypeParam(std::numeric_limits<float>::quiet_NaN()));
  const auto out = p.Run(33, true, 1, 0);
  for (int64_t i = 0; i < p.m; ++i) {
    for (int64_t j = 0; j < p.n; ++j) {
      EXPECT_FALSE(std::isnan(static_cast<float>(out[i * p.ldc() + j])));
    }
  }
}

// Zeros that fill up must not meet numbers that are not finite.
TYPED_TEST(AmxGemmTest, KeepsNaNAndInfinityWhereTheyBelong) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float infinity = std::numeric_limits<float>::infinity();
  Problem<TypeParam> p(false, false, 40, 40, 33);
  p.a.assign(p.a.size(), bfloat16(nan));  // gaps are not read as products
  for (int64_t i = 0; i < p.m; ++i) {
    for (int64_t j = 0; j < p.k; ++j) p.a[i * p.lda() + j] = bfloat16(1);
  }
  p.b.assign(p.b.size(), bfloat16(infinity));
  for (int64_t i = 0; i < p.k; ++i) {
    for (int64_t j = 0; j < p.n; ++j) p.b[i * p.ldb() + j] = bfloat16(1);
  }
  p.a[7 * p.lda() + 32] = bfloat16(nan);
  p.b[32 * p.ldb() + 9] = bfloat16(infinity);
  const auto out = p.Run(p.m, true, 1, 0);
  for (int64_t i = 0; i < p.m; ++i) {
    for (int64_t j = 0; j < p.n; ++j) {
      const float x = out[i * p.ldc() + j];
      if (i == 7) {
        EXPECT_TRUE(std::isnan(x)) << j;
      } else {
        EXPECT_EQ(x, j == 9 ? infinity : 33) << i << ", " << j;
      }
    }
  }
}

// Under oneDNN's limit, below AMX.
TEST(HasAmxProductsTest, ObeysTheLimit) {
  const char* const limit = std::getenv("DNNL_MAX_CPU_ISA");
  if (limit != nullptr) {
    EXPECT_FALSE(HasAmxProducts()) << limit;
  }
}

TEST(AmxGemmRoundingTest, RoundsSumsOfProducts) {
  if (!HasAmxProducts()) GTEST_SKIP() << "no AMX";
  const auto sum_of = [](float x, float y) {
    const bfloat16 a[] = {bfloat16(1), bfloat16(1)};
    const bfloat16 b[] = {bfloat16(x), bfloat16(y)};
    bfloat16 c(std::numeric_limits<float>::quiet_NaN());
    GemmTile<AmxGemm<bfloat16>> tile{
        1,       1, 2, OperandOf(a, 2, false), nullptr, OperandOf(b, 1, false),
        nullptr, 1, 0, OperandOf(&c, 1, false)};
    AmxGemm<bfloat16>::Multiply(tile);
    return static_cast<float>(c);
  };
  EXPECT_EQ(sum_of(1, 1.0F / 256), 1);  // half: to even
  EXPECT_EQ(sum_of(1 + 1.0F / 128, 1.0F / 256), 1 + 1.0F / 64);
  EXPECT_EQ(sum_of(1, 1.5F / 256), 1 + 1.0F / 128);
}

TEST(AmxGemmRoundingTest, RoundsToEvenAndKeepsSubnormals) {
  if (!HasAmxProducts()) GTEST_SKIP() << "no AMX";
  // One product of 1 and what is already there.
  const auto sum_of = [](float product, float there) {
    const bfloat16 one(1), factor(product);
    bfloat16 c(there);
    GemmTile<AmxGemm<bfloat16>> tile{1,       1,
                                     1,       OperandOf(&factor, 1, false),
                                     nullptr, OperandOf(&one, 1, false),
                                     nullptr, 1,
                                     1,       OperandOf(&c, 1, false)};
    AmxGemm<bfloat16>::Multiply(tile);
    return static_cast<float>(c);
  };
  EXPECT_EQ(sum_of(1, 1.0F / 256), 1);  // half: to even
  EXPECT_EQ(sum_of(1 + 1.0F / 128, 1.0F / 256), 1 + 1.0F / 64);
  EXPECT_EQ(sum_of(1, 1.5F / 256), 1 + 1.0F / 128);
  EXPECT_EQ(sum_of(0, 0x1p-130F), 0x1p-130F);
}

// Threads have tiles of their own, and others may use them in between.
TYPED_TEST(AmxGemmTest, ManyThreadsMultiplyAtTheSameTime) {
  const Problem<TypeParam> p(false, true, 100, 200, 600);
  const auto expected = p.Run(p.m, true, 1, 0);
  std::vector<int> wrong(4);
  std::vector<std::thread> threads;
  for (int& count : wrong) {
    threads.emplace_back([&] {
      for (int i = 0; i < 50; ++i) {
        const auto out = p.Run(p.m, i % 2 == 0, 1, 0);
        if (!SameBits(out.data(), expected.data(), out.size())) ++count;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, std::vector<int>(4));
}

TEST(AmxPackTest, TurnsBothKindsOfOperandsIntoTheSameTiles) {
  if (!HasAmxProducts()) GTEST_SKIP() << "no AMX";
  for (const auto& [m, k] : std::vector<std::tuple<int, int>>{
           {1, 1}, {16, 32}, {17, 33}, {64, 96}, {100, 70}, {31, 1}}) {
    const int64_t rows = m, depth = k;
    const auto x = Numbers<bfloat16>(rows * depth, 1);
    std::vector<bfloat16> turned(x.size());
    for (int64_t i = 0; i < rows; ++i) {
      for (int64_t p = 0; p < depth; ++p) {
        turned[p * rows + i] = x[i * depth + p];
      }
    }
    const int64_t size = AmxSteps(rows) * AmxSteps(depth) * kAmxStep;
    struct alignas(64) Line {
      bfloat16 elements[32];
    };
    const auto packed = [&](auto pack, const bfloat16* data, bool transposed) {
      std::vector<Line> lines(size / 32);
      pack(rows, depth, OperandOf(data, transposed ? rows : depth, transposed),
           lines.data()->elements);
      return lines;
    };
    const auto same = [&](const std::vector<Line>& a,
                          const std::vector<Line>& b) {
      return std::memcmp(a.data(), b.data(), size * sizeof(bfloat16)) == 0;
    };
    EXPECT_TRUE(same(packed(PackAmxRows, x.data(), false),
                     packed(PackAmxRows, turned.data(), true)))
        << rows << " x " << depth;
    const auto columns =
        [](int64_t count, int64_t depth, const GemmOperand<const bfloat16>& b,
           bfloat16* to) { PackAmxColumns(count, depth, b.Transposed(), to); };
    const auto of_columns = packed(columns, x.data(), false);
    EXPECT_TRUE(same(of_columns, packed(columns, turned.data(), true)))
        << rows << " x " << depth;
    // A tile of b holds the products of a column in pairs.
    const bfloat16* first = of_columns.data()->elements;
    for (int64_t p = 0; p < std::min<int64_t>(depth, 32); ++p) {
      EXPECT_EQ(static_cast<float>(first[p / 2 * 32 + p % 2]),
                static_cast<float>(x[p]));
    }
  }
}

}  // namespace
}  // namespace paddle::operators::kernels
