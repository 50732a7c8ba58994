#include "paddle/operators/math/blas/gemm.h"

#include <signal.h>
#include <sys/time.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/operators/math/blas/amx_tiles.h"
#include "paddle/operators/math/blas/avx512_gemm.h"
#include "paddle/operators/math/blas/gemm_problem.h"
#include "paddle/operators/math/blas/gemm_serial.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/float16.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {
namespace {

const platform::CPUDeviceContext& Device() { return platform::CPUContext(); }

using testing::Numbers;

template <typename T>
struct Problem : testing::GemmProblem<T> {
  using testing::GemmProblem<T>::GemmProblem;

  std::vector<T> Run(T alpha, T beta) const {
    std::vector<T> out = this->c;
    Gemm<platform::CPUDeviceContext, T>(
        Device(), this->trans_a, this->trans_b, this->m, this->n, this->k,
        alpha, this->a.data(), this->lda(), this->b.data(), this->ldb(), beta,
        out.data(), this->ldc());
    return out;
  }
};

template <typename T>
void ExpectRight(const Problem<T>& p, double alpha, double beta) {
  const std::vector<T> out = p.Run(alpha, beta);
  const double tolerance = 4 * std::numeric_limits<T>::epsilon() * (p.k + 2);
  for (int64_t i = 0; i < p.m; ++i) {
    for (int64_t j = 0; j < p.n; ++j) {
      ASSERT_NEAR(out[i * p.n + j], p.Expected(i, j, alpha, beta), tolerance)
          << p.m << " x " << p.k << " by " << p.k << " x " << p.n
          << (p.trans_a ? ", a transposed" : "")
          << (p.trans_b ? ", b transposed" : "") << " at " << i << ", " << j;
    }
  }
}

template <typename T>
class GemmTest : public ::testing::Test {};
using Types = ::testing::Types<float, double>;
TYPED_TEST_SUITE(GemmTest, Types);

TYPED_TEST(GemmTest, IsRightForAllFormsAndSizes) {
  const std::vector<std::tuple<int, int, int>> sizes = {
      {1, 1, 1}, {1, 1, 300},  {20, 1, 13}, {13, 1, 20},   {1, 70, 40},
      {5, 3, 2}, {20, 10, 13}, {17, 31, 1}, {64, 10, 200}, {33, 65, 129},
      {0, 3, 2}, {3, 0, 2},    {3, 4, 0},   {160, 300, 90}};
  for (const auto& [m, n, k] : sizes) {
    for (int form = 0; form < 4; ++form) {
      const Problem<TypeParam> p((form & 1) != 0, (form & 2) != 0, m, n, k);
      ExpectRight(p, 1, 0);
      ExpectRight(p, -0.5, 2);
      ExpectRight(p, 1, 1);
    }
  }
}

TYPED_TEST(GemmTest, DoesNotReadWhatItOverwrites) {
  Problem<TypeParam> p(false, false, 8, 8, 0);
  p.c.assign(64, std::numeric_limits<TypeParam>::quiet_NaN());
  EXPECT_EQ(p.Run(1, 0), std::vector<TypeParam>(64, 0));
  Problem<TypeParam> q(false, true, 40, 30, 20);
  q.c.assign(q.c.size(), std::numeric_limits<TypeParam>::quiet_NaN());
  for (TypeParam x : q.Run(1, 0)) EXPECT_FALSE(std::isnan(x));
}

TYPED_TEST(GemmTest, LeavesGapsBetweenRowsAlone) {
  const auto a = Numbers<TypeParam>(3 * 10, 1);
  const auto b = Numbers<TypeParam>(2 * 10, 2);
  std::vector<TypeParam> c(3 * 10, 7);
  Gemm<platform::CPUDeviceContext, TypeParam>(Device(), false, false, 3, 4, 2,
                                              1, a.data(), 10, b.data(), 10, 0,
                                              c.data(), 10);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 4; ++j) {
      EXPECT_NEAR(c[i * 10 + j], a[i * 10] * b[j] + a[i * 10 + 1] * b[10 + j],
                  1e-6);
    }
    for (int j = 4; j < 10; ++j) EXPECT_EQ(c[i * 10 + j], 7);
  }
}

TYPED_TEST(GemmTest, GivesTheSameBitsForAnyNumberOfThreads) {
  const int threads = platform::NumThreads();
  for (const auto& [m, n, k] :
       std::vector<std::tuple<int, int, int>>{{64, 200, 784},
                                              {784, 200, 64},
                                              {1, 20, 20000},
                                              {20, 1, 20000},
                                              {50, 70, 5000},
                                              {700, 700, 90},
                                              {20, 256, 2048},
                                              {1024, 1024, 70},
                                              {9000, 1, 100},
                                              {3, 2048, 1024}}) {
    for (int form = 0; form < 4; ++form) {
      const Problem<TypeParam> p((form & 1) != 0, (form & 2) != 0, m, n, k);
      platform::SetNumThreads(1);
      const auto one = p.Run(1, 0);
      platform::SetNumThreads(2);
      const auto two = p.Run(1, 0);
      platform::SetNumThreads(5);
      const auto five = p.Run(1, 0);
      EXPECT_TRUE(one == two && two == five)
          << m << " x " << k << " by " << k << " x " << n << ", form " << form;
    }
  }
  platform::SetNumThreads(threads);
}

// Under oneDNN's limit, AVX2.
TEST(HasAvx512GemmTest, ObeysTheLimit) {
  const char* const limit = std::getenv("DNNL_MAX_CPU_ISA");
  if (limit != nullptr) {
    EXPECT_FALSE(HasAvx512Gemm()) << limit;
  }
}

// Libraries are not asked for these.
template <typename T, typename C>
void ExpectEmptyProducts() {
  const std::vector<T> factors(6, T(1));
  std::vector<C> c(6, C(3));
  const auto run = [&](int64_t m, int64_t n, int64_t k, float beta) {
    SerialGemm(GemmArgs<T, C>{false, false, m, n, k, C(1), factors.data(), k,
                              factors.data(), n, C(beta), c.data(), 3});
  };
  run(0, 3, 2, 0);
  run(2, 0, 3, 0);
  EXPECT_EQ(c, std::vector<C>(6, C(3)));
  run(2, 3, 0, 2);
  EXPECT_EQ(c, std::vector<C>(6, C(6)));
  c.assign(6, C(std::numeric_limits<float>::quiet_NaN()));
  run(2, 3, 0, 0);
  EXPECT_EQ(c, std::vector<C>(6, C(0)));
}

TEST(SerialGemmTest, ComputesEmptyProducts) {
  ExpectEmptyProducts<float, float>();
  ExpectEmptyProducts<double, double>();
  ExpectEmptyProducts<platform::bfloat16, platform::bfloat16>();
  ExpectEmptyProducts<platform::bfloat16, float>();
}

// Rows of serving: a request gets the same bits alone and among others.
TEST(RowGemmTest, RowsHaveTheSameBitsWhateverTheirNumber) {
  if (!HasAvx512Gemm()) GTEST_SKIP() << "no AVX-512";
  for (const auto& sizes : std::vector<std::pair<int, int>>{
           {256, 784}, {128, 4096}, {10, 128}, {1000, 1000}, {1, 64}, {3, 1}}) {
    const int n = sizes.first, k = sizes.second;  // lambdas refer to them
    const Problem<float> all(false, false, 257, n, k);
    const auto rows = [&](int64_t first, int64_t count) {
      std::vector<float> out(count * n);
      RowGemm<float>(count, n, k, all.a.data() + first * k, all.b.data(), 0,
                     out.data());
      return out;
    };
    const std::vector<float> whole = rows(0, 257);
    for (int64_t count = 1; count < 257; ++count) {
      const std::vector<float> some = rows(257 - count, count);
      ASSERT_TRUE(std::equal(some.begin(), some.end(),
                             whole.begin() + (257 - count) * n))
          << count << " rows of " << k << " by " << n;
    }
  }
}

template <typename T>
void ExpectRowsRight(T beta) {
  const Problem<T> p(false, false, 70, 33, 20);
  std::vector<T> out = p.c;
  RowGemm<T>(p.m, p.n, p.k, p.a.data(), p.b.data(), beta, out.data());
  for (int64_t i = 0; i < p.m; ++i) {
    for (int64_t j = 0; j < p.n; ++j) {
      EXPECT_NEAR(out[i * p.n + j], p.Expected(i, j, 1, beta), 1e-5);
    }
  }
}

TEST(RowGemmTest, IsAProduct) {
  ExpectRowsRight<float>(0);
  ExpectRowsRight<float>(1);
  ExpectRowsRight<double>(1);
}

// Runs a product whose matrices have gaps between rows, of NaN in a and b. The
// first row of b begins at a line of the cache.
struct Spaced {
  std::vector<float> operator()(int64_t first, int64_t m) const {
    std::vector<float> c(m * (p.n + gap), 7);
    const float* a = this->a.data() + first * (p.trans_a ? 1 : lda());
    Gemm<platform::CPUDeviceContext, float>(Device(), p.trans_a, p.trans_b, m,
                                            p.n, p.k, 1, a, lda(), b_data(),
                                            ldb(), 0, c.data(), p.n + gap);
    return c;
  }
  const float* b_data() const {
    void* data = const_cast<float*>(b.data());
    size_t space = b.size() * sizeof(float);
    return static_cast<float*>(std::align(64, 1, data, space));
  }
  int64_t lda() const { return (p.trans_a ? p.m : p.k) + gap; }
  int64_t ldb() const { return (p.trans_b ? p.k : p.n) + gap; }

  static std::vector<float> Space(const std::vector<float>& from, int64_t width,
                                  int64_t gap) {
    const int64_t rows = static_cast<int64_t>(from.size()) / width;
    std::vector<float> to(rows * (width + gap), std::nanf(""));
    for (int64_t i = 0; i < rows; ++i) {
      std::copy_n(&from[i * width], width, &to[i * (width + gap)]);
    }
    return to;
  }

  Spaced(const Problem<float>& problem, int64_t gap)
      : p(problem),
        gap(gap),
        a(Space(p.a, p.trans_a ? p.m : p.k, gap)),
        b(Space(p.b, p.trans_b ? p.k : p.n, gap)) {
    const std::vector<float> elements = b;
    b.resize(b.size() + 16);
    std::copy(elements.begin(), elements.end(), const_cast<float*>(b_data()));
  }

  const Problem<float>& p;
  int64_t gap;
  std::vector<float> a;
  std::vector<float> b;
};

// Compares some rows, and some numbers of rows, of products in all forms.
void ExpectSameRows(int64_t n, int64_t k, int64_t step) {
  for (int form = 0; form < 4; ++form) {
    const Problem<float> p((form & 1) != 0, (form & 2) != 0, 257, n, k);
    const std::vector<float> whole = Spaced(p, 0)(0, p.m);
    for (int64_t i = 0; i < p.m; i += 16) {
      for (int64_t j = 0; j < n; ++j) {
        ASSERT_NEAR(whole[i * n + j], p.Expected(i, j, 1, 0), 4e-7 * (k + 2));
      }
    }
    for (const int64_t gap : {0, 3}) {
      const Spaced run(p, gap);
      const int64_t fewest = p.trans_b && n >= 8 ? 32 : 1;
      for (int64_t m = fewest; m <= p.m; m += m < 32 ? 1 : step) {
        const int64_t first = p.m - m;
        const std::vector<float> some = run(first, m);
        for (int64_t i = 0; i < m; ++i) {
          const float* row = &some[i * (n + gap)];
          ASSERT_TRUE(std::equal(row, row + n, &whole[(first + i) * n]))
              << "row " << i << " of " << m << ", n " << n << ", k " << k
              << ", form " << form << ", gap " << gap;
          for (int64_t j = n; j < n + gap; ++j) ASSERT_EQ(row[j], 7);
        }
      }
    }
  }
}

TEST(RowsTest, HaveTheSameBitsInAllForms) {
  if (!HasAvx512Gemm()) GTEST_SKIP() << "no AVX-512";
  for (const auto& [n, k] : std::vector<std::pair<int, int>>{{1, 1},
                                                             {1, 700},
                                                             {2, 33},
                                                             {7, 64},
                                                             {16, 5},
                                                             {33, 129},
                                                             {96, 1},
                                                             {64, 40},
                                                             {208, 33}}) {
    ExpectSameRows(n, k, 1);
  }
  ExpectSameRows(50, 1100, 37);
  ExpectSameRows(1024, 130, 75);
  ExpectSameRows(40, 4096, 225);
}

// Numbers that are no ordinary ones follow the arithmetic of float.
TEST(SpecialNumbersTest, GoTheirWay) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  constexpr float kLeast = std::numeric_limits<float>::denorm_min();
  for (const int64_t n : {1, 5, 40}) {
    for (const int64_t m : {1, 3, 40}) {
      const int64_t k = 20;
      std::vector<float> a(m * k, 0), b(k * n, 1), c(m * n, std::nanf(""));
      const auto run = [&] {
        Gemm<platform::CPUDeviceContext, float>(Device(), false, false, m, n, k,
                                                1, a.data(), k, b.data(), n, 0,
                                                c.data(), n);
        return c;
      };
      a[(m - 1) * k + 19] = kLeast;
      std::vector<float> expected(m * n, 0);
      std::fill(expected.end() - n, expected.end(), kLeast);
      EXPECT_EQ(run(), expected);
      a[(m - 1) * k + 3] = kInfinity;
      std::fill(expected.end() - n, expected.end(), kInfinity);
      EXPECT_EQ(run(), expected);
      a[(m - 1) * k + 7] = -kInfinity;
      for (int64_t i = 0; i < m * n; ++i) {
        EXPECT_EQ(std::isnan(run()[i]), i >= (m - 1) * n);
      }
    }
  }
}

// Compares the first numbers with those of more.
bool SameBits(const std::vector<platform::bfloat16>& some,
              const std::vector<platform::bfloat16>& more) {
  return std::memcmp(some.data(), more.data(), some.size() * sizeof(some[0])) ==
         0;
}

// Numbers that bfloat16 has exactly, so that all that is rounded is the sum.
TEST(HalfGemmTest, AddsUpInFloatAndRoundsOnce) {
  using platform::bfloat16;
  EXPECT_FALSE(HasHalfGemm<platform::float16>());
  for (const auto& [m, n, k] :
       std::vector<std::tuple<int, int, int>>{{1, 1, 1},
                                              {3, 5, 7},
                                              {33, 65, 1200},
                                              {300, 520, 90},
                                              {270, 2100, 40},
                                              {40, 70, 4200}}) {
    for (int form = 0; form < 4; ++form) {
      const Problem<float> p((form & 1) != 0, (form & 2) != 0, m, n, k);
      const std::vector<bfloat16> a(p.a.begin(), p.a.end());
      const std::vector<bfloat16> b(p.b.begin(), p.b.end());
      Problem<float> exact = p;
      exact.a.assign(a.begin(), a.end());
      exact.b.assign(b.begin(), b.end());
      std::vector<bfloat16> c(m * n);
      Gemm<platform::CPUDeviceContext, bfloat16>(
          Device(), p.trans_a, p.trans_b, m, n, k, bfloat16(1), a.data(),
          p.trans_a ? m : k, b.data(), p.trans_b ? k : n, bfloat16(0), c.data(),
          n);
      for (int64_t i = 0; i < m; ++i) {
        for (int64_t j = 0; j < n; ++j) {
          const double sum = exact.Expected(i, j, 1, 0);
          // Half of the last of 8 bits, and the error of the sum.
          ASSERT_NEAR(c[i * n + j], sum, std::abs(sum) / 256 + 1e-6 * k)
              << m << " x " << k << " by " << k << " x " << n << ", form "
              << form;
        }
      }
    }
  }
}

// The sums that bfloat16 would round, added to what is there.
TEST(HalfGemmTest, KeepsSumsInFloat) {
  using platform::bfloat16;
  for (const auto& [m, n, k] : std::vector<std::tuple<int, int, int>>{
           {1, 1, 1}, {3, 5, 7}, {64, 48, 32}, {33, 65, 1200}}) {
    for (int form = 0; form < 4; ++form) {
      const Problem<float> p((form & 1) != 0, (form & 2) != 0, m, n, k);
      const std::vector<bfloat16> a(p.a.begin(), p.a.end());
      const std::vector<bfloat16> b(p.b.begin(), p.b.end());
      Problem<float> exact = p;
      exact.a.assign(a.begin(), a.end());
      exact.b.assign(b.begin(), b.end());
      for (const float beta : {0.0F, 1.0F}) {
        std::vector<float> c = p.c;
        SerialGemm(GemmArgs<bfloat16, float>{
            p.trans_a, p.trans_b, m, n, k, 1, a.data(), p.trans_a ? m : k,
            b.data(), p.trans_b ? k : n, beta, c.data(), n});
        for (int64_t i = 0; i < m; ++i) {
          for (int64_t j = 0; j < n; ++j) {
            ASSERT_NEAR(c[i * n + j], exact.Expected(i, j, 1, beta), 1e-6 * k)
                << m << " x " << k << " by " << k << " x " << n << ", form "
                << form;
          }
        }
      }
    }
  }
}

// Each element is added up in an order of its own.
TEST(HalfGemmTest, HasTheSameBitsForAnyRowsAndThreads) {
  using platform::bfloat16;
  if (!HasAmxProducts()) GTEST_SKIP() << "no AMX";
  const int threads = platform::NumThreads();
  for (const auto& sizes : std::vector<std::pair<int, int>>{{256, 784},
                                                            {70, 2100},
                                                            {2100, 40},
                                                            {70, 30000},
                                                            {10, 128},
                                                            {1, 64},
                                                            {3, 1}}) {
    const int n = sizes.first, k = sizes.second;  // lambdas refer to them
    for (int form = 0; form < 4; ++form) {
      const Problem<bfloat16> all((form & 1) != 0, (form & 2) != 0, 257, n, k);
      platform::SetNumThreads(1);
      const std::vector<bfloat16> whole = all.Run(bfloat16(1), bfloat16(1));
      const auto rows = [&](int64_t count) {
        std::vector<bfloat16> out(all.c.begin(), all.c.begin() + count * n);
        Gemm<platform::CPUDeviceContext, bfloat16>(
            Device(), all.trans_a, all.trans_b, count, n, k, bfloat16(1),
            all.a.data(), all.trans_a ? 257 : k, all.b.data(),
            all.trans_b ? k : n, bfloat16(1), out.data(), n);
        return out;
      };
      for (const int64_t count : {1, 2, 15, 16, 17, 33, 128, 255, 256}) {
        ASSERT_TRUE(SameBits(rows(count), whole))
            << count << " rows of " << k << " by " << n << ", form " << form;
      }
      for (const int more : {2, 5}) {
        platform::SetNumThreads(more);
        ASSERT_TRUE(SameBits(all.Run(bfloat16(1), bfloat16(1)), whole))
            << more << " threads, " << k << " by " << n << ", form " << form;
      }
    }
  }
  platform::SetNumThreads(threads);
}

volatile sig_atomic_t alarms = 0;

// One each so many microseconds; none for 0.
void SetAlarms(int microseconds) {
  const timeval interval{0, microseconds};
  const itimerval timer{interval, interval};
  setitimer(ITIMER_REAL, &timer, nullptr);
}

// Compares the results of a product while signals come.
template <typename Product>
void ExpectNoHarm(const Product& product) {
  const auto expected = product();
  alarms = 0;
  signal(SIGALRM, [](int) { alarms = alarms + 1; });
  SetAlarms(200);
  int wrong = 0;
  for (int i = 0; i < 100 || alarms < 100; ++i) wrong += product() != expected;
  SetAlarms(0);
  EXPECT_EQ(wrong, 0);
}

TYPED_TEST(GemmTest, SignalsDoNoHarm) {
  const Problem<TypeParam> p(false, false, 512, 512, 512);
  ExpectNoHarm([&] { return p.Run(1, 0); });
}

TEST(RowGemmTest, SignalsDoNoHarm) {
  const Problem<float> p(false, false, 512, 512, 512);
  const auto product = [&] {
    std::vector<float> out(p.c.size());
    RowGemm<float>(p.m, p.n, p.k, p.a.data(), p.b.data(), 0, out.data());
    return out;
  };
  ExpectNoHarm(product);
}

TYPED_TEST(GemmTest, MultipliesBatches) {
  const int64_t m = 4;
  const int64_t n = 5;
  const int64_t k = 3;
  const auto a = Numbers<TypeParam>(6 * m * k, 1);
  const auto b = Numbers<TypeParam>(2 * k * n, 2);
  std::vector<TypeParam> c(6 * m * n);
  BatchedGemm<platform::CPUDeviceContext, TypeParam>(
      Device(), false, true, 6, m, n, k, 1, a.data(), b.data(), 0, c.data(),
      [&](int64_t i) {
        return GemmOffsets{i * m * k, i % 2 * k * n, i * m * n};
      });
  for (int64_t i = 0; i < 6; ++i) {
    std::vector<TypeParam> one(m * n);
    Gemm<platform::CPUDeviceContext, TypeParam>(
        Device(), false, true, m, n, k, 1, &a[i * m * k], k, &b[i % 2 * k * n],
        k, 0, one.data(), n);
    EXPECT_TRUE(std::equal(one.begin(), one.end(), c.begin() + i * m * n));
  }
}

}  // namespace
}  // namespace paddle::operators::kernels
