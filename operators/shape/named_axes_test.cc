#include "paddle/operators/shape/named_axes.h"

#include <vector>

#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::operators {
namespace {

TEST(NamedAxes, CountsFromTheEnd) {
  EXPECT_EQ(NamedAxes({}, 3).to_ulong(), 0);
  EXPECT_EQ(NamedAxes({-1, 0}, 3).to_ulong(), 0b101);
  EXPECT_ERROR(NamedAxes({3}, 3), OutOfRange, "3");
  EXPECT_ERROR(NamedAxes({0}, 0), OutOfRange, "0");
  EXPECT_ERROR(NamedAxes({2, -1}, 3), InvalidArgument, "axis 2 is named twice");
}

TEST(OrderedAxes, NamesEveryAxis) {
  EXPECT_EQ(OrderedAxes({-1, 0, 1}, 3), std::vector<int64_t>({2, 0, 1}));
  EXPECT_TRUE(OrderedAxes({}, 0).empty());
  EXPECT_ERROR(OrderedAxes({0, 2}, 3), InvalidArgument,
               "2 axes are named, but the tensor has 3");
  EXPECT_ERROR(OrderedAxes({1, -2}, 3), InvalidArgument,
               "axis 1 is named twice");
  EXPECT_ERROR(OrderedAxes({-4, 0, 1}, 3), OutOfRange, "axis -4");
}

}  // namespace
}  // namespace paddle::operators
