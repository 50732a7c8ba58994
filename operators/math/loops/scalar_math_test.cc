#include "paddle/operators/math/loops/scalar_math.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/operators/math/loops/vector_loops.h"

namespace paddle::operators::kernels {
namespace {

template <typename T>
struct Function {
  const char* name;
  T (*value)(T);
  long double (*exact)(long double);
  T low, high;
};

long double ExactSigmoid(long double x) { return 1 / (1 + std::exp(-x)); }

// Ranges in which each function has results that are neither tiny nor infinite.
template <typename T>
std::vector<Function<T>> Functions() {
  return {
      {"exp", Exp<T>, std::exp, -80, 80},
      {"expm1", Expm1<T>, std::expm1, -30, 30},
      {"expm1, small", Expm1<T>, std::expm1, T(-1e-3), T(1e-3)},
      {"log", Log<T>, std::log, T(1e-6), 1000},
      {"log1p", Log1p<T>, std::log1p, T(-0.99), 50},
      {"log1p, small", Log1p<T>, std::log1p, T(-1e-3), T(1e-3)},
      {"sigmoid", Sigmoid<T>, ExactSigmoid, -30, 30},
      {"tanh", Tanh<T>, std::tanh, -25, 25},
      {"tanh, small", Tanh<T>, std::tanh, T(-1e-3), T(1e-3)},
      {"erf", Erf<T>, std::erf, -7, 7},
      {"erf, small", Erf<T>, std::erf, T(-1e-3), T(1e-3)},
  };
}

template <typename T>
class ScalarMath : public ::testing::Test {
 protected:
  static constexpr T kEpsilon = std::numeric_limits<T>::epsilon();
  static constexpr T kInfinity = std::numeric_limits<T>::infinity();
  static constexpr T kNaN = std::numeric_limits<T>::quiet_NaN();
};
using Types = ::testing::Types<float, double>;
TYPED_TEST_SUITE(ScalarMath, Types);

TYPED_TEST(ScalarMath, WithinTwoUnitsOfTheLastPlace) {
  using T = TypeParam;
  constexpr int kPoints = 100003;
  for (const Function<T>& f : Functions<T>()) {
    long double worst = 0;
    for (int i = 0; i < kPoints; ++i) {
      const T x = f.low + (f.high - f.low) * i / kPoints;
      const long double want = f.exact(x);
      if (want == 0) continue;
      worst = std::max(worst, std::abs((f.value(x) - want) / want));
    }
    EXPECT_LT(worst, 2.5L * this->kEpsilon) << f.name;
  }
}

// `loop` is vectorised: what it gives is what single calls give, to the bit.
template <typename T, typename Loop>
void ExpectSameBits(T (*one)(T), T low, T high, const Loop& loop) {
  constexpr int kSize = 999;
  std::vector<T> x(kSize), out(kSize);
  for (int i = 0; i < kSize; ++i) x[i] = low + (high - low) * i / kSize;
  AssignRun(kSize, out.data(),
            [&loop, from = x.data()](int64_t j) { return loop(from[j]); });
  for (int i = 0; i < kSize; ++i) EXPECT_EQ(out[i], one(x[i])) << x[i];
}

TYPED_TEST(ScalarMath, AResultDependsOnItsArgumentOnly) {
  using T = TypeParam;
  ExpectSameBits<T>(Exp<T>, -80, 80, [](T x) { return Exp(x); });
  ExpectSameBits<T>(Expm1<T>, -9, 9, [](T x) { return Expm1(x); });
  ExpectSameBits<T>(Log<T>, 0, 9, [](T x) { return Log(x); });
  ExpectSameBits<T>(Log1p<T>, -1, 9, [](T x) { return Log1p(x); });
  ExpectSameBits<T>(Sigmoid<T>, -30, 30, [](T x) { return Sigmoid(x); });
  ExpectSameBits<T>(Tanh<T>, -9, 9, [](T x) { return Tanh(x); });
  ExpectSameBits<T>(Erf<T>, -7, 7, [](T x) { return Erf(x); });
}

TYPED_TEST(ScalarMath, Limits) {
  using T = TypeParam;
  const T infinity = this->kInfinity;
  EXPECT_EQ(Exp(infinity), infinity);
  EXPECT_EQ(Exp(T(1000)), infinity);
  EXPECT_EQ(Exp(-infinity), 0);
  EXPECT_EQ(Exp(T(-1000)), 0);
  EXPECT_EQ(Exp(T(0)), 1);
  EXPECT_EQ(Expm1(infinity), infinity);
  EXPECT_EQ(Expm1(-infinity), -1);
  EXPECT_EQ(Expm1(T(0)), 0);
  EXPECT_EQ(Log(infinity), infinity);
  EXPECT_EQ(Log(T(0)), -infinity);
  EXPECT_EQ(Log(T(1)), 0);
  EXPECT_TRUE(std::isnan(Log(T(-1))));
  EXPECT_TRUE(std::isnan(Log(-infinity)));
  EXPECT_EQ(Log1p(infinity), infinity);
  EXPECT_EQ(Log1p(T(-1)), -infinity);
  EXPECT_TRUE(std::isnan(Log1p(T(-2))));
  EXPECT_EQ(Sigmoid(infinity), 1);
  EXPECT_EQ(Sigmoid(-infinity), 0);
  EXPECT_EQ(Tanh(infinity), 1);
  EXPECT_EQ(Tanh(-infinity), -1);
  EXPECT_EQ(Erf(infinity), 1);
  EXPECT_EQ(Erf(-infinity), -1);
}

TYPED_TEST(ScalarMath, OddFunctionsKeepTheSignOfZero) {
  using T = TypeParam;
  EXPECT_TRUE(std::signbit(Tanh(T(-0.0))));
  EXPECT_TRUE(std::signbit(Erf(T(-0.0))));
}

TYPED_TEST(ScalarMath, LargestAndSmallestResultsOfExp) {
  using T = TypeParam;
  const T largest = std::log(std::numeric_limits<T>::max());
  const T smallest = std::log(std::numeric_limits<T>::min());
  for (T x : {largest * (1 - this->kEpsilon), smallest * T(0.9999),
              largest - T(0.5), smallest + T(0.5)}) {
    EXPECT_NEAR(Exp(x) / std::exp(x), 1, 4 * this->kEpsilon) << x;
  }
  EXPECT_EQ(Exp(largest + T(0.01)), this->kInfinity);
}

TYPED_TEST(ScalarMath, LogOfSubnormalNumbers) {
  using T = TypeParam;
  for (T x = std::numeric_limits<T>::min(); x > 0; x /= 2) {
    const T want = std::log(x);
    EXPECT_NEAR(Log(x), want, -2 * this->kEpsilon * want);
    EXPECT_TRUE(std::isnan(Log(-x)));
  }
}

TYPED_TEST(ScalarMath, NaNStaysNaN) {
  using T = TypeParam;
  for (const Function<T>& f : Functions<T>()) {
    EXPECT_TRUE(std::isnan(f.value(this->kNaN))) << f.name;
  }
}

TYPED_TEST(ScalarMath, SelectTakesBits) {
  using T = TypeParam;
  EXPECT_EQ(Select(true, T(1.5), this->kNaN), T(1.5));
  EXPECT_EQ(Select(false, this->kInfinity, T(-2)), T(-2));
  EXPECT_TRUE(std::signbit(Select(true, T(-0.0), T(0))));
}

}  // namespace
}  // namespace paddle::operators::kernels
