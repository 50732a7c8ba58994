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
#include "paddle/operators/math/blas/amx_range.h"
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
template <class Kernel>
struct Problem
    : testing::GemmProblem<typename Kernel::Element, typename Kernel::Result> {
  using Numbers = std::vector<typename Kernel::Result>;

  Problem(bool trans_a, bool trans_b, int64_t m, int64_t n, int64_t k)
      : testing::GemmProblem<typename Kernel::Element, typename Kernel::Result>(
            trans_a, trans_b, m, n, k, kGap) {}

  // Computes the first rows.
  Numbers Run(int64_t rows, bool packs, float alpha, float beta) const {
    Numbers out = this->c;
    GemmTile<Kernel> tile;
    tile.rows = rows;
    tile.columns = this->n;
    tile.depth = this->k;
    tile.a = OperandOf(this->a.data(), this->lda(), this->trans_a);
    tile.packed_a = nullptr;
    tile.b = OperandOf(this->b.data(), this->ldb(), this->trans_b);
    tile.alpha = alpha;
    tile.beta = beta;
    tile.c = OperandOf(out.data(), this->ldc(), false);
    std::vector<bfloat16> room(Kernel::ColumnsSize(this->n, this->k) + 32);
    void* to = room.data();
    size_t space = room.size() * sizeof(bfloat16);
    std::align(64, 1, to, space);
    tile.packed_b = static_cast<bfloat16*>(to);
    if (packs) {
      Kernel::PackColumns(this->n, this->k, tile.b, static_cast<bfloat16*>(to));
    } else {
      tile.packed_b = nullptr;
    }
    Kernel::Multiply(tile);
    return out;
  }
};

template <typename C>
bool SameBits(const C* x, const C* y, int64_t count) {
  return std::memcmp(x, y, count * sizeof(C)) == 0;
}

template <class Kernel>
void ExpectRight(const Problem<Kernel>& p, bool packs, float alpha,
                 float beta) {
  const auto out = p.Run(p.m, packs, alpha, beta);
  const double rounding =
      std::is_same_v<typename Kernel::Result, float> ? 1e-6 : 1.0 / 256;
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

template <class Kernel>
class AmxGemmTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!HasAmxProducts()) GTEST_SKIP() << "no AMX";
  }
};
using Kernels =
    ::testing::Types<AmxGemm<bfloat16, float>, AmxGemm<bfloat16, bfloat16>,
                     AmxGemm<float, float>>;
TYPED_TEST_SUITE(AmxGemmTest, Kernels);

// Tests of what is peculiar to 16-bit factors.
template <class Kernel>
class HalfAmxGemmTest : public AmxGemmTest<Kernel> {};
using HalfKernels =
    ::testing::Types<AmxGemm<bfloat16, float>, AmxGemm<bfloat16, bfloat16>>;
TYPED_TEST_SUITE(HalfAmxGemmTest, HalfKernels);

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
TYPED_TEST(HalfAmxGemmTest, ReadsRowsOfWholeTiles) {
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
    auto c = gaps.c;
    GemmTile<TypeParam> tile{
        m,       n,
        k,       OperandOf<const bfloat16>(a, k, false),
        nullptr, OperandOf(gaps.b.data(), gaps.ldb(), false),
        nullptr, 1,
        0,       OperandOf(c.data(), gaps.ldc(), false)};
    TypeParam::Multiply(tile);
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
  p.c.assign(p.c.size(), typename TypeParam::Result(
                             std::numeric_limits<float>::quiet_NaN()));
  const auto out = p.Run(33, true, 1, 0);
  for (int64_t i = 0; i < p.m; ++i) {
    for (int64_t j = 0; j < p.n; ++j) {
      EXPECT_FALSE(std::isnan(static_cast<float>(out[i * p.ldc() + j])));
    }
  }
}

// Zeros that fill up must not meet numbers that are not finite.
TYPED_TEST(HalfAmxGemmTest, KeepsNaNAndInfinityWhereTheyBelong) {
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
    GemmTile<AmxGemm<bfloat16, bfloat16>> tile{
        1,       1, 2, OperandOf(a, 2, false), nullptr, OperandOf(b, 1, false),
        nullptr, 1, 0, OperandOf(&c, 1, false)};
    AmxGemm<bfloat16, bfloat16>::Multiply(tile);
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
    GemmTile<AmxGemm<bfloat16, bfloat16>> tile{
        1,       1,
        1,       OperandOf(&factor, 1, false),
        nullptr, OperandOf(&one, 1, false),
        nullptr, 1,
        1,       OperandOf(&c, 1, false)};
    AmxGemm<bfloat16, bfloat16>::Multiply(tile);
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

// All 24 bits of floats count.
TEST(AmxGemmOfFloatsTest, IsAsExactAsFloats) {
  if (!HasAmxProducts()) GTEST_SKIP() << "no AMX";
  using Kernel = AmxGemm<float, float>;
  for (const float scale : {1.0F, 0x1p-60F, 0x1p60F}) {
    Problem<Kernel> p(false, true, 100, 70, 1);
    for (float& x : p.a) x *= scale;
    const auto out = p.Run(p.m, true, 1, 0);
    for (int64_t i = 0; i < p.m; ++i) {
      for (int64_t j = 0; j < p.n; ++j) {
        const double expected = p.Expected(i, j, 1, 0);
        ASSERT_NEAR(out[i * p.ldc() + j], expected,
                    std::abs(expected) * 1.5 * 0x1p-24)
            << i << ", " << j;
      }
    }
  }
}

// Elements that have no terms, and all others beside them.
TEST(AmxGemmOfFloatsTest, KeepsNaNAndInfinityWhereTheyBelong) {
  if (!HasAmxProducts()) GTEST_SKIP() << "no AMX";
  using Kernel = AmxGemm<float, float>;
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const int64_t m = 70, n = 90, k = 600;
  for (int form = 0; form < 4; ++form) {
    for (const bool packs : {false, true}) {
      for (const float beta : {0.0F, 1.0F}) {
        Problem<Kernel> p((form & 1) != 0, (form & 2) != 0, m, n, k);
        const auto a = OperandOf(p.a.data(), p.lda(), p.trans_a);
        const auto b = OperandOf(p.b.data(), p.ldb(), p.trans_b);
        *a.At(33, 599).data = std::nanf("");
        *a.At(40, 5).data = kInfinity;
        *b.At(5, 7).data = 1;
        *a.At(69, 5).data = 0x1.fffffep127F;
        *b.At(7, 80).data = -kInfinity;
        for (int64_t i = 0; i < m; ++i) *a.At(i, 7).data = 0.5F;
        const auto reference = p.Run(m, packs, 1, beta);
        const auto without = [&](int64_t i, int64_t j) {
          return i != 33 && i != 40 && i != 69 && j != 80;
        };
        for (int64_t i = 0; i < m; ++i) {
          for (int64_t j = 0; j < n; ++j) {
            const float x = reference[i * p.ldc() + j];
            if (i == 33) {
              ASSERT_TRUE(std::isnan(x)) << i << ", " << j;
            } else if (without(i, j)) {
              ASSERT_NEAR(x, p.Expected(i, j, 1, beta), 1e-4) << i << ", " << j;
            } else if (i == 69 && j != 80) {
              const double expected = p.Expected(i, j, 1, beta);
              ASSERT_NEAR(x, expected, std::abs(expected) * 1e-6);
            }
          }
        }
        EXPECT_EQ(reference[40 * p.ldc() + 7], kInfinity);
        EXPECT_EQ(reference[5 * p.ldc() + 80], -kInfinity);
      }
    }
  }
}

TEST(AmxGemmOfFloatsTest, FinishesSums) {
  if (!HasAmxProducts()) GTEST_SKIP() << "no AMX";
  using Kernel = AmxGemm<float, float>;
  const int64_t m = 37, n = 70, k = 200;
  const Problem<Kernel> p(false, false, m, n, k);
  const auto sums = p.Run(m, false, 1, 0);
  const auto bias = Numbers<float>(n, 5), addend = Numbers<float>(m * n, 6);
  for (const bool has_bias : {false, true}) {
    for (const bool has_addend : {false, true}) {
      const GemmFinish finish{has_bias ? bias.data() : nullptr,
                              has_addend ? addend.data() : nullptr, n, -2, 3};
      std::vector<float> c(m * n);
      const GemmTile<Kernel> tile{
          m,       n,
          k,       OperandOf(p.a.data(), p.lda(), false),
          nullptr, OperandOf(p.b.data(), p.ldb(), false),
          nullptr, 1,
          0,       OperandOf(c.data(), n, false),
          &finish};
      Kernel::Multiply(tile);
      for (int64_t i = 0; i < m; ++i) {
        for (int64_t j = 0; j < n; ++j) {
          float x = sums[i * p.ldc() + j];
          if (has_bias) x += bias[j];
          if (has_addend) x += addend[i * n + j];
          ASSERT_EQ(c[i * n + j], std::clamp(x, -2.0F, 3.0F)) << i << ", " << j;
        }
      }
    }
  }
}

TEST(AmxPackTest, TermsOfFloatsAddUpToThem) {
  if (!HasAmxProducts()) GTEST_SKIP() << "no AMX";
  const int64_t depth = 45, columns = 70;
  std::vector<float> b = Numbers<float>(depth * columns, 1);
  for (size_t i = 0; i < b.size(); ++i) {
    b[i] = std::ldexp(b[i], static_cast<int>(i % 220) - 98);
  }
  b[3] = 0;
  b[4] = -0x1.fffffep126F;
  b[5] = 0x1.010101p0F;
  for (const bool transposed : {false, true}) {
    std::vector<float> stored = b;
    for (int64_t p = 0; transposed && p < depth; ++p) {
      for (int64_t j = 0; j < columns; ++j) {
        stored[j * depth + p] = b[p * columns + j];
      }
    }
    struct alignas(64) Line {
      bfloat16 elements[32];
    };
    std::vector<Line> lines(AmxSteps(depth) * AmxSteps(columns) *
                            kAmxStepOf<float> / 32);
    bfloat16* const packed = lines.data()->elements;
    PackAmxColumns(columns, depth,
                   OperandOf<const float>(
                       stored.data(), transposed ? depth : columns, transposed),
                   packed);
    std::vector<float> back(b.size());
    UnpackAmxColumns(columns, depth, packed, back.data());
    EXPECT_EQ(back, b);
  }
}

TEST(AmxHoldsTest, FindsNumbersThatAreTooLarge) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float infinity = std::numeric_limits<float>::infinity();
  for (const auto& [rows, columns] : std::vector<std::tuple<int, int>>{
           {1, 1}, {3, 31}, {17, 50}, {1000, 300}}) {
    std::vector<float> x = Numbers<float>(rows * columns, 1);
    const auto holds = [&, rows = rows, columns = columns](bool transposed) {
      return AmxHolds(rows, columns,
                      OperandOf<const float>(
                          x.data(), transposed ? rows : columns, transposed));
    };
    for (const float number : {0.0F, -0x1.fffffep126F, 0x1p-149F}) {
      x.back() = number;
      EXPECT_TRUE(holds(false) && holds(true)) << number;
    }
    for (const float number : {nan, -infinity, 0x1p127F}) {
      for (const size_t at : {size_t{0}, x.size() / 2, x.size() - 1}) {
        std::vector<float> kept = x;
        x[at] = number;
        EXPECT_FALSE(holds(false) || holds(true)) << number << " at " << at;
        x = kept;
      }
    }
  }
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
    EXPECT_TRUE(same(packed(PackAmxRows<bfloat16>, x.data(), false),
                     packed(PackAmxRows<bfloat16>, turned.data(), true)))
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
