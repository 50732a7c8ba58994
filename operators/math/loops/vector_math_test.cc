#include "paddle/operators/math/loops/vector_math.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "gtest/gtest.h"

namespace paddle::operators::kernels {
namespace {

template <typename T>
using Function = void (*)(int64_t, const T*, T*);

template <typename T>
T One(Function<T> function, T x) {
  T out;
  function(1, &x, &out);
  return out;
}

// The worst error relative to the long double function, over [low, high].
template <typename T>
T WorstError(Function<T> function, long double (*exact)(long double), T low,
             T high) {
  constexpr int kPoints = 20011;
  std::vector<T> x(kPoints), out(kPoints);
  for (int i = 0; i < kPoints; ++i) x[i] = low + (high - low) * i / kPoints;
  function(kPoints, x.data(), out.data());
  long double worst = 0;
  for (int i = 0; i < kPoints; ++i) {
    const long double want = exact(x[i]);
    worst = std::max(worst, std::abs((out[i] - want) / want));
  }
  return worst;
}

template <typename T>
constexpr Function<T> kFunctions[] = {Exp<T>,     Log<T>,  Tanh<T>, Erf<T>,
                                      Sigmoid<T>, Silu<T>, Gelu<T>};

long double ExactSigmoid(long double x) { return 1 / (1 + std::exp(-x)); }
long double ExactSilu(long double x) { return x * ExactSigmoid(x); }
long double ExactGelu(long double x) {
  return x / 2 * std::erfc(-x / std::sqrt(2.0L));
}

template <typename T>
class VectorMath : public ::testing::Test {
 protected:
  static constexpr T kEpsilon = std::numeric_limits<T>::epsilon();
  static constexpr T kInfinity = std::numeric_limits<T>::infinity();
};
using Types = ::testing::Types<float, double>;
TYPED_TEST_SUITE(VectorMath, Types);

TYPED_TEST(VectorMath, AccurateToAFewUnitsInTheLastPlace) {
  using T = TypeParam;
  const T limit = 4 * this->kEpsilon;
  EXPECT_LT(WorstError<T>(Exp<T>, std::exp, -80, 80), limit);
  EXPECT_LT(WorstError<T>(Log<T>, std::log, T(1e-6), T(0.9)), limit);
  EXPECT_LT(WorstError<T>(Log<T>, std::log, T(1.1), 1000), limit);
  EXPECT_LT(WorstError<T>(Tanh<T>, std::tanh, -9, T(-1e-3)), limit);
  EXPECT_LT(WorstError<T>(Tanh<T>, std::tanh, T(1e-3), 9), limit);
  EXPECT_LT(WorstError<T>(Sigmoid<T>, ExactSigmoid, -30, 30), limit);
  EXPECT_LT(WorstError<T>(Erf<T>, std::erf, -7, T(-1e-3)), limit);
  EXPECT_LT(WorstError<T>(Erf<T>, std::erf, T(1e-3), 7), limit);
  EXPECT_LT(WorstError<T>(Silu<T>, ExactSilu, T(-30.01), 30), limit);
  // Below, the sum in its probability cancels.
  EXPECT_LT(WorstError<T>(Gelu<T>, ExactGelu, T(-0.501), 7), limit);
}

TYPED_TEST(VectorMath, ExtremeArguments) {
  using T = TypeParam;
  const T infinity = this->kInfinity;
  EXPECT_EQ(One<T>(Exp<T>, 1000), infinity);
  EXPECT_EQ(One<T>(Exp<T>, -1000), 0);
  EXPECT_EQ(One<T>(Exp<T>, -infinity), 0);
  EXPECT_EQ(One<T>(Exp<T>, 0), 1);
  EXPECT_EQ(One<T>(Log<T>, 0), -infinity);
  EXPECT_EQ(One<T>(Log<T>, infinity), infinity);
  EXPECT_TRUE(std::isnan(One<T>(Log<T>, -1)));
  EXPECT_TRUE(std::isnan(One<T>(Log<T>, -infinity)));
  EXPECT_EQ(One<T>(Tanh<T>, infinity), 1);
  EXPECT_EQ(One<T>(Tanh<T>, -infinity), -1);
  EXPECT_EQ(One<T>(Sigmoid<T>, infinity), 1);
  EXPECT_EQ(One<T>(Sigmoid<T>, -infinity), 0);
  EXPECT_EQ(One<T>(Erf<T>, infinity), 1);
  EXPECT_EQ(One<T>(Erf<T>, -infinity), -1);
  EXPECT_EQ(One<T>(Silu<T>, infinity), infinity);
  EXPECT_EQ(One<T>(Gelu<T>, infinity), infinity);
  EXPECT_EQ(One<T>(Gelu<T>, -100), 0);
}

TYPED_TEST(VectorMath, LogOfSubnormalNumbers) {
  using T = TypeParam;
  const T normal = std::numeric_limits<T>::min();
  for (T x = normal; x > 0; x /= 2) {
    const T want = std::log(x);
    EXPECT_NEAR(One<T>(Log<T>, x), want, -4 * this->kEpsilon * want);
    EXPECT_TRUE(std::isnan(One<T>(Log<T>, -x)));
  }
  const std::vector<T> x = {T(0.3), normal / 2, 7};
  std::vector<T> out(3);
  Log(3, x.data(), out.data());
  for (int i = 0; i < 3; ++i) EXPECT_EQ(out[i], One<T>(Log<T>, x[i]));
}

TYPED_TEST(VectorMath, NaNStaysNaN) {
  using T = TypeParam;
  const T nan = std::numeric_limits<T>::quiet_NaN();
  for (const Function<T> function : kFunctions<T>) {
    EXPECT_TRUE(std::isnan(One<T>(function, nan)));
  }
}

TYPED_TEST(VectorMath, AResultDependsOnItsArgumentOnly) {
  using T = TypeParam;
  std::vector<T> x(100), out(100);
  for (int i = 0; i < 100; ++i) x[i] = T(0.37) * i + T(0.01);
  for (const Function<T> function : kFunctions<T>) {
    function(99, x.data() + 1, out.data() + 1);
    for (int i = 1; i < 100; ++i) EXPECT_EQ(out[i], One<T>(function, x[i]));
    std::vector<T> in_place = x;
    function(99, in_place.data() + 1, in_place.data() + 1);
    for (int i = 1; i < 100; ++i) EXPECT_EQ(in_place[i], out[i]);
  }
}

// Numbers of all exponents and signs, infinities and NaN among them.
std::vector<float> NumbersOfAllBits() {
  std::vector<float> x;
  for (uint64_t bits = 0; bits <= 0xffffffff; bits += 4099) {
    const auto some = static_cast<uint32_t>(bits);
    std::memcpy(&x.emplace_back(), &some, sizeof(some));
  }
  return x;
}

// Expects the bits of the function for any processor.
void ExpectSameBits(Function<float> function, Function<float> anywhere) {
  const std::vector<float> x = NumbersOfAllBits();
  const auto size = static_cast<int64_t>(x.size());
  std::vector<float> out(size), wanted(size);
  function(size, x.data(), out.data());
  anywhere(size, x.data(), wanted.data());
  for (int64_t i = 0; i < size; ++i) {
    if (std::isnan(wanted[i])) {
      EXPECT_TRUE(std::isnan(out[i])) << x[i];
      continue;
    }
    ASSERT_EQ(std::memcmp(&out[i], &wanted[i], sizeof(float)), 0)
        << x[i] << " gives " << out[i] << " instead of " << wanted[i];
  }
}

// A processor with AVX-512 has two ways, which are one on others.
TEST(VectorMathOfFloats, HasTheSameBitsOnAllProcessors) {
  ExpectSameBits(Exp<float>, ExpAnywhere);
  ExpectSameBits(Log<float>, LogAnywhere);
  ExpectSameBits(Tanh<float>, TanhAnywhere);
  ExpectSameBits(Erf<float>, ErfAnywhere);
  ExpectSameBits(Sigmoid<float>, SigmoidAnywhere);
  ExpectSameBits(Silu<float>, SiluAnywhere);
  ExpectSameBits(Gelu<float>, GeluAnywhere);
}

TEST(VectorMathOfFloats, WritesNoMoreThanItsRun) {
  for (int64_t size = 0; size < 150; ++size) {
    std::vector<float> x(size, 0.5f), out(size + 1, 7);
    Tanh(size, x.data(), out.data());
    for (int64_t i = 0; i < size; ++i) ASSERT_EQ(out[i], out[0]) << i;
    EXPECT_EQ(out[size], 7) << size;
  }
}

}  // namespace
}  // namespace paddle::operators::kernels
