#include "paddle/framework/layers/filter_groups.h"

#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::layer {
namespace {

TEST(CheckGroups, DividesChannelsAndFilters) {
  CheckGroups("conv2d", 2, 4, 6);
  EXPECT_ERROR(CheckGroups("conv2d", 3, 4, 6), InvalidArgument,
               "conv2d: 3 groups do not divide 4 channels and 6 filters");
  EXPECT_ERROR(CheckGroups("conv2d", 2, 4, 5), InvalidArgument,
               "2 groups do not divide 4 channels and 5 filters");
  EXPECT_ERROR(CheckGroups("conv2d", 0, 4, 6), InvalidArgument, "0 groups");
}

TEST(CheckGroups, ThereAreFilters) {
  EXPECT_ERROR(CheckGroups("conv3d", 1, 4, 0), InvalidArgument,
               "conv3d: the number of filters is positive, not 0");
  EXPECT_ERROR(CheckGroups("conv3d", 1, 4, -2), InvalidArgument, "not -2");
}

}  // namespace
}  // namespace paddle::layer
