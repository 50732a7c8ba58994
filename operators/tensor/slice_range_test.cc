#include "paddle/operators/tensor/slice_range.h"

#include <limits>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace paddle::operators {
namespace {

using ::testing::ElementsAre;

TEST(SliceRange, IsNumPys) {
  constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
  constexpr int64_t kMin = std::numeric_limits<int64_t>::min();
  const struct {
    int64_t start, end, size, begin, stop;
  } kRows[] = {
      {0, 5, 5, 0, 5},       {1, 3, 5, 1, 3},    {-2, kMax, 5, 3, 5},
      {1, -1, 5, 1, 4},      {-9, -3, 5, 0, 2},  {3, 1, 5, 3, 3},
      {7, 9, 5, 5, 5},       {0, 1, 0, 0, 0},    {-1, 0, 5, 4, 4},
      {kMin, kMax, 5, 0, 5}, {5, kMin, 5, 5, 5},
  };
  for (const auto& row : kRows) {
    const SliceRange range = RangeOf(row.start, row.end, row.size);
    EXPECT_EQ(range.begin, row.begin) << row.start << ":" << row.end;
    EXPECT_EQ(range.end, row.stop) << row.start << ":" << row.end;
  }
}

TEST(SliceRange, BeginsOfAllAxes) {
  EXPECT_THAT(SliceBegins({4, 5, 6}, {-1, 0}, {-2, 1}, {9, 9}),
              ElementsAre(1, 0, 4));
}

}  // namespace
}  // namespace paddle::operators
