#include "paddle/operators/detection/suppress.h"

#include <cmath>
#include <limits>

#include "gtest/gtest.h"

namespace paddle::operators::kernels {
namespace {

using Indices = std::vector<int64_t>;

TEST(BestOf, SortsStably) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<double> scores{1, 3, nan, 1, 0, 3};
  const auto above = [](double score) { return score > 0.5; };
  EXPECT_EQ(BestOf(scores.data(), 6, above, -1), Indices({1, 5, 0, 3}));
  EXPECT_EQ(BestOf(scores.data(), 6, above, 3), Indices({1, 5, 0}));
  EXPECT_EQ(BestOf(scores.data(), 6, above, 0), Indices());
}

// Numbers overlap the less, the farther they are from each other.
double Nearness(int64_t a, int64_t b) {
  return 1 / (1 + std::abs(static_cast<double>(a - b)));
}

TEST(Suppress, KeepsWhatIsFarFromTheKept) {
  const Indices candidates{4, 5, 2, 3, 9, 0};
  EXPECT_EQ(Suppress(candidates, Nearness, 0.4, 1, -1), Indices({4, 2, 9, 0}));
  // An overlap of exactly the threshold does not count.
  EXPECT_EQ(Suppress(candidates, Nearness, 0.5, 1, -1), candidates);
  EXPECT_EQ(Suppress(candidates, Nearness, 0.4, 1, 2), Indices({4, 2}));
  // The threshold falls from 0.9 to 0.45.
  EXPECT_EQ(Suppress(candidates, Nearness, 0.9, 0.5, -1),
            Indices({4, 2, 9, 0}));
}

}  // namespace
}  // namespace paddle::operators::kernels
