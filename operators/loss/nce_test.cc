#include "paddle/operators/loss/nce.h"

#include <cmath>
#include <vector>

#include "gtest/gtest.h"

namespace paddle::operators::kernels {
namespace {

TEST(NceNoise, ProbabilitiesAddUpAndFall) {
  for (bool log_uniform : {false, true}) {
    const NceNoise noise = {1000, 1, log_uniform};
    double sum = 0;
    for (int64_t c = 0; c < noise.classes; ++c) sum += noise.Probability(c);
    EXPECT_NEAR(sum, 1, 1e-12);
    EXPECT_EQ(noise.Probability(0) > noise.Probability(1), log_uniform);
  }
}

TEST(NceNoise, EvenNumbersGiveClassesAsProbable) {
  constexpr int kDraws = 200000;
  for (bool log_uniform : {false, true}) {
    const NceNoise noise = {50, 1, log_uniform};
    std::vector<int> counts(noise.classes);
    for (int i = 0; i < kDraws; ++i) {
      ++counts.at(noise.ClassOf((i + 0.5) / kDraws));
    }
    for (int64_t c = 0; c < noise.classes; ++c) {
      EXPECT_NEAR(counts[c], kDraws * noise.Probability(c), 1.5) << c;
    }
  }
}

TEST(NceNoise, TheLargestNumberIsTheLastClass) {
  const double almost_one = std::nextafter(1.0, 0.0);
  for (int64_t classes : {int64_t{1}, int64_t{3}, int64_t{1} << 40}) {
    for (bool log_uniform : {false, true}) {
      const NceNoise noise = {classes, 1, log_uniform};
      EXPECT_EQ(noise.ClassOf(0), 0);
      EXPECT_LT(noise.ClassOf(almost_one), classes);
      EXPECT_GT(noise.ClassOf(almost_one), 0.999 * (classes - 1) - 1);
    }
  }
}

}  // namespace
}  // namespace paddle::operators::kernels
