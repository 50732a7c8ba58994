#include "paddle/operators/elementwise/align.h"

#include <cstdint>
#include <limits>

#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::operators {
namespace {

using framework::Dims;

TEST(AlignedDims, WithoutAxisTheyAreYs) {
  EXPECT_EQ(AlignedDims({2, 3}, {3}, -1), Dims({3}));
  EXPECT_EQ(AlignedDims({3}, {4, 2, 3}, -1), Dims({4, 2, 3}));
}

TEST(AlignedDims, OnesAreAddedBehind) {
  EXPECT_EQ(AlignedDims({8, 3, 5, 5}, {3}, 1), Dims({3, 1, 1}));
  EXPECT_EQ(AlignedDims({8, 3, 5}, {8, 3}, 0), Dims({8, 3, 1}));
  EXPECT_EQ(AlignedDims({8, 3}, {}, 2), Dims());
}

TEST(AlignedDims, OnesBeyondXAreTakenAway) {
  EXPECT_EQ(AlignedDims({8, 3}, {3, 1, 1}, 1), Dims({3}));
}

TEST(AlignedDims, YMustFit) {
  EXPECT_ERROR(AlignedDims({8, 3}, {3, 2}, 1), InvalidArgument,
               "Y of shape [3, 2] does not fit into X of shape [8, 3] from "
               "axis 1 on");
  constexpr int64_t kFar = std::numeric_limits<int64_t>::max();
  EXPECT_ERROR(AlignedDims({8, 3}, {3}, kFar), InvalidArgument, "from axis 9");
  EXPECT_ERROR(AlignedDims({8, 3}, {1}, kFar), InvalidArgument, "from axis 9");
}

}  // namespace
}  // namespace paddle::operators
