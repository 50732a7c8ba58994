#include "paddle/operators/detection/prior_sizes.h"

#include "gtest/gtest.h"

namespace paddle::operators {
namespace {

std::vector<double> WidthsOf(const PriorSizes& sizes) {
  std::vector<double> widths;
  for (const BoxSize& size : SizesOfPriors(sizes)) {
    widths.push_back(size.width);
    EXPECT_GT(size.height, 0);
  }
  return widths;
}

TEST(PriorSizes, OfEachMinSize) {
  const std::vector<double> plain{2, 4, 1, 8, 3, 6, 1.5, 12};
  EXPECT_EQ(WidthsOf({{2, 3}, {32, 48}, {4}, true, false}), plain);
  const std::vector<double> early{2, 8, 4, 1, 3, 12, 6, 1.5};
  EXPECT_EQ(WidthsOf({{2, 3}, {32, 48}, {4}, true, true}), early);
}

TEST(PriorSizes, CountEachRatioOnce) {
  const std::vector<double> widths{2, 4};
  EXPECT_EQ(WidthsOf({{2}, {}, {1, 4, 4}, false, false}), widths);
}

}  // namespace
}  // namespace paddle::operators
