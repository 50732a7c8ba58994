#include "paddle/operators/shape/slice_range.h"

#include <limits>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/types/testing/recording_sizes.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::operators {
namespace {

using framework::Dims;
using Numbers = std::vector<int64_t>;

constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
constexpr int64_t kMin = std::numeric_limits<int64_t>::min();

// Written out, as Python's slice.indices says it.
std::vector<int64_t> Taken(int64_t start, int64_t end, int64_t step,
                           int64_t size) {
  const SliceRange range = RangeOf(start, end, step, size);
  std::vector<int64_t> taken;
  for (int64_t i = 0; i < range.size; ++i) {
    taken.push_back(range.begin + i * range.step);
  }
  return taken;
}

TEST(SliceRange, IsNumPys) {
  const struct {
    int64_t start, end, step, size;
    std::vector<int64_t> taken;
  } kRows[] = {
      {0, 5, 1, 5, {0, 1, 2, 3, 4}},
      {1, 3, 1, 5, {1, 2}},
      {-2, kMax, 1, 5, {3, 4}},
      {1, -1, 1, 5, {1, 2, 3}},
      {-9, -3, 1, 5, {0, 1}},
      {3, 1, 1, 5, {}},
      {7, 9, 1, 5, {}},
      {0, 1, 1, 0, {}},
      {-1, 0, 1, 5, {}},
      {kMin, kMax, 1, 3, {0, 1, 2}},
      {5, kMin, 1, 5, {}},
      {0, kMax, 2, 5, {0, 2, 4}},
      {0, kMax, 2, 4, {0, 2}},
      {1, 4, 3, 5, {1}},
      {0, kMax, kMax, 5, {0}},
      {kMax, kMin, -1, 3, {2, 1, 0}},
      {kMax, kMin, -2, 4, {3, 1}},
      {3, 0, -1, 5, {3, 2, 1}},
      {-1, -4, -2, 5, {4, 2}},
      {1, 3, -1, 5, {}},
      {kMax, kMin, kMin, 5, {4}},
      {kMax, kMin, -1, 0, {}},
  };
  for (const auto& row : kRows) {
    EXPECT_EQ(Taken(row.start, row.end, row.step, row.size), row.taken)
        << row.start << ":" << row.end << ":" << row.step << " of " << row.size;
  }
}

TEST(SliceOf, AllAxes) {
  const TensorSlice slice =
      SliceOf(Dims({4, 5, 6}), {{-1, 0}, {-2, 1}, {9, 9}, {}, {0}},
              &framework::NumericSizes());
  EXPECT_EQ(slice.ranges[0].begin, 1);
  EXPECT_EQ(slice.ranges[0].size, 1);
  EXPECT_EQ(slice.ranges[1].size, 5);
  EXPECT_EQ(slice.ranges[2].begin, 4);
  EXPECT_EQ(slice.ranges[2].size, 2);
  EXPECT_EQ(slice.dropped.to_ulong(), 1);
}

TEST(SliceOf, SizesOfABatch) {
  framework::RecordingSizes sizes;
  const auto size = [&](int64_t start, int64_t end, int64_t stride) {
    const Numbers starts = {start}, ends = {end}, strides = {stride};
    return SliceOf(Dims({framework::kBatchSize}),
                   {{0}, starts, ends, strides, {}}, &sizes)
        .ranges[0]
        .size;
  };
  EXPECT_EQ(size(0, kMax, 1), framework::kBatchSize);
  EXPECT_EQ(size(kMax, kMin, -1), framework::kBatchSize);
  EXPECT_EQ(sizes.Text(size(0, kMax, 2)), "(N+1)/2");
  EXPECT_NE(size(1, kMax, 1), framework::kBatchSize);
}

TEST(SliceOf, Errors) {
  const auto slice = [](const Numbers& axes, const Numbers& starts,
                        const Numbers& ends, const Numbers& strides,
                        const Numbers& decrease_axis) {
    return SliceOf(Dims({4, 5}), {axes, starts, ends, strides, decrease_axis},
                   &framework::NumericSizes());
  };
  EXPECT_ERROR(slice({0}, {}, {1}, {}, {}), InvalidArgument,
               "slice has 1 axes, 0 starts, 1 ends and 0 strides");
  EXPECT_ERROR(slice({0}, {0}, {1}, {1, 1}, {}), InvalidArgument, "2 strides");
  EXPECT_ERROR(slice({0, -2}, {0, 0}, {1, 1}, {}, {}), InvalidArgument,
               "axis 0 of slice stands twice");
  EXPECT_ERROR(slice({1}, {0}, {1}, {0}, {}), InvalidArgument,
               "the stride of axis 1 of slice is 0");
  EXPECT_ERROR(slice({0}, {4}, {5}, {}, {0}), OutOfRange,
               "index 4 is outside axis 0 of 4 elements");
  EXPECT_ERROR(slice({0}, {-5}, {5}, {}, {0}), OutOfRange,
               "index -5 is outside axis 0 of 4 elements");
  EXPECT_ERROR(slice({0}, {0}, {1}, {}, {1}), InvalidArgument,
               "decrease_axis of slice names an axis that axes does not");
  EXPECT_ERROR(slice({2}, {0}, {1}, {}, {}), OutOfRange, "axis 2");
}

}  // namespace
}  // namespace paddle::operators
