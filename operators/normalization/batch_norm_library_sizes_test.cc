#include "paddle/operators/normalization/batch_norm_library_sizes.h"

#include <cmath>
#include <limits>

#include "gtest/gtest.h"

namespace paddle::operators::kernels {
namespace {

using Four = std::array<int, 4>;

TEST(BatchNormForLibrary, DescribesImages) {
  EXPECT_EQ(BatchNormForLibrary({8, 16, 49}), (Four{8, 16, 49, 1}));
  EXPECT_EQ(BatchNormForLibrary({1, 1, 2}), (Four{1, 1, 2, 1}));
}

TEST(BatchNormForLibrary, LeavesChannelsSideBySide) {
  EXPECT_FALSE(BatchNormForLibrary({8, 16, 1}));
}

TEST(BatchNormForLibrary, LeavesNothingAndTooMuch) {
  EXPECT_FALSE(BatchNormForLibrary({0, 16, 49}));
  EXPECT_FALSE(BatchNormForLibrary({8, 0, 49}));
  EXPECT_FALSE(BatchNormForLibrary({8, 16, 0}));
  EXPECT_TRUE(BatchNormForLibrary({65535, 3, 4}));
  EXPECT_FALSE(BatchNormForLibrary({65536, 3, 4}));
  EXPECT_FALSE(BatchNormForLibrary({1 << 15, 1 << 8, 1 << 8}));
}

TEST(VarianceOf, InvertsTheInverseDeviation) {
  for (double epsilon : {1e-5, 0.5}) {
    for (double variance : {0., 1e-6, 1e-3, 1., 40., 1e8}) {
      const double inverse = 1 / std::sqrt(variance + epsilon);
      EXPECT_NEAR(VarianceOf(inverse, epsilon), variance,
                  1e-14 * (variance + epsilon));
      EXPECT_NEAR(VarianceOf(static_cast<float>(inverse), epsilon), variance,
                  2e-7 * (variance + epsilon));
    }
  }
}

TEST(VarianceOf, IsNeverNegativeAndKeepsWhatIsNotFinite) {
  EXPECT_EQ(VarianceOf(400.f, 1e-5), 0);
  EXPECT_EQ(VarianceOf(0.f, 1e-5), std::numeric_limits<float>::infinity());
  EXPECT_TRUE(
      std::isnan(VarianceOf(std::numeric_limits<float>::quiet_NaN(), 1e-5)));
}

}  // namespace
}  // namespace paddle::operators::kernels
