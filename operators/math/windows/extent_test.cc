#include "paddle/operators/math/windows/extent.h"

#include <vector>

#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::operators::kernels {
namespace {

using Sizes = std::vector<int64_t>;

TEST(ExtentTest, MissingAxesStandInFront) {
  EXPECT_EQ(ToExtent(Sizes{}, 1), (Extent{1, 1, 1}));
  EXPECT_EQ(ToExtent(Sizes{5}, 1), (Extent{1, 1, 5}));
  EXPECT_EQ(ToExtent(Sizes{4, 5}, 0), (Extent{0, 4, 5}));
  EXPECT_EQ(ToExtent(Sizes{3, 4, 5}, 0), (Extent{3, 4, 5}));
  EXPECT_EQ(Volume({3, 4, 5}), 60);
}

// The numbers of a file must not be written behind the array.
TEST(ExtentTest, MoreThanThreeSizes) {
  EXPECT_ERROR(ToExtent(Sizes(4, 7), 1), Internal,
               "4 sizes of a window over at most 3 axes");
  EXPECT_ERROR(ToExtent(Sizes(12, 7), 1), Internal, "12 sizes of a window");
  EXPECT_ERROR(ImageExtent({1, 1, 2, 3, 4, 5}), Internal, "4 sizes");
}

TEST(ExtentTest, OfImages) {
  EXPECT_EQ(ImageExtent({2, 3, 4, 5}), (Extent{1, 4, 5}));
  EXPECT_EQ(ImageExtent({2, 3, 4, 5, 6}), (Extent{4, 5, 6}));
}

}  // namespace
}  // namespace paddle::operators::kernels
