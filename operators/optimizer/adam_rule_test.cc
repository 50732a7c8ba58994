#include "paddle/operators/optimizer/adam_rule.h"

#include <cmath>
#include <limits>

#include "gtest/gtest.h"

namespace paddle::operators::kernels {
namespace {

template <typename T>
AdamRule<T> Rule(double epsilon = 1e-8) {
  return RuleOf<T>(UnbiasedAdam({0.9, 0.999, epsilon}, 0.5, 0.81, 0.998));
}

template <typename T>
void ExpectMomentsEnd() {
  const AdamRule<T> rule = Rule<T>();
  T mean = -1, square = 1, p = 3;
  for (int step = 0; step < 800000; ++step) {
    p = rule(p, T(0), mean, square);
    ASSERT_TRUE(mean == 0 || std::isnormal(mean)) << step;
    ASSERT_TRUE(square == 0 || std::isnormal(square)) << step;
  }
  EXPECT_EQ(mean, 0);
  EXPECT_EQ(square, std::numeric_limits<T>::min());
}

TEST(AdamRule, MomentsAreNeverDenormal) {
  ExpectMomentsEnd<float>();
  ExpectMomentsEnd<double>();
}

TEST(AdamRule, SquaresOfSmallGradientsDoNotMatter) {
  float mean = 0, square = 0;
  const float p = Rule<float>()(3, 1e-21f, mean, square);
  EXPECT_EQ(square, std::numeric_limits<float>::min());
  EXPECT_GT(mean, 0);
  EXPECT_EQ(p, 3);
}

TEST(AdamRule, WithoutEpsilonParametersStayFinite) {
  const AdamRule<float> rule = Rule<float>(0);
  float mean = 0, square = 0, p = 1;
  p = rule(p, 1e-20f, mean, square);
  EXPECT_LT(std::abs(p - 1), 1);
  for (int step = 0; step < 200000; ++step) {
    p = rule(p, step < 10 ? 1.f : 0.f, mean, square);
    ASSERT_TRUE(std::isfinite(p)) << step;
  }
}

TEST(AdamRule, KeepsWhatIsNoNumber) {
  float mean = NAN, square = INFINITY;
  EXPECT_TRUE(std::isnan(Rule<float>()(3, 1, mean, square)));
  EXPECT_TRUE(std::isnan(mean));
  EXPECT_TRUE(std::isinf(square));
}

}  // namespace
}  // namespace paddle::operators::kernels
