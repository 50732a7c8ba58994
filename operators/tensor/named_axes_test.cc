#include "paddle/operators/tensor/named_axes.h"

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

}  // namespace
}  // namespace paddle::operators
