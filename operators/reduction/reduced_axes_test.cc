#include "paddle/operators/reduction/reduced_axes.h"

#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::operators {
namespace {

using framework::Dims;

TEST(ReducedAxes, CountFromTheFrontOrTheEnd) {
  EXPECT_EQ(ReducedAxes({0, -1}, false, 3).to_ulong(), 0b101u);
  EXPECT_EQ(ReducedAxes({1}, false, 3).to_ulong(), 0b010u);
}

TEST(ReducedAxes, All) {
  EXPECT_EQ(ReducedAxes({0}, true, 3).to_ulong(), 0b111u);
  EXPECT_EQ(ReducedAxes({}, false, 2).to_ulong(), 0b11u);
  EXPECT_EQ(ReducedAxes({0}, true, 0).to_ulong(), 0u);
}

TEST(ReducedAxes, Errors) {
  EXPECT_ERROR(ReducedAxes({2}, false, 2), OutOfRange, "axis 2");
  EXPECT_ERROR(ReducedAxes({0, -2}, false, 2), InvalidArgument,
               "dim names axis 0 twice");
}

TEST(ReducedDims, KeepOrDropTheAxes) {
  EXPECT_EQ(ReducedDims({2, -1, 4}, 0b001, false), Dims({-1, 4}));
  EXPECT_EQ(ReducedDims({2, -1, 4}, 0b110, true), Dims({2, 1, 1}));
  EXPECT_EQ(ReducedDims({2, 3}, 0b11, false), Dims());
}

}  // namespace
}  // namespace paddle::operators
