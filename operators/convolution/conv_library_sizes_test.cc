#include "paddle/operators/convolution/conv_library_sizes.h"

#include "gtest/gtest.h"

#include "paddle/operators/convolution/conv_test_shapes.h"

namespace paddle::operators::kernels {
namespace {

using testing::Deep;
using testing::Shape;
using Five = std::array<int, 5>;
using Three = std::array<int, 3>;

TEST(ConvForLibrary, DescribesImages) {
  const auto sizes = ConvForLibrary(Shape(8, 6, 10, 4, 3, 2, 2, 1, 2));
  ASSERT_TRUE(sizes.has_value());
  EXPECT_EQ(sizes->axes, 2);
  EXPECT_EQ(sizes->input, (Five{8, 6, 10, 11}));
  EXPECT_EQ(sizes->filter, (Five{4, 3, 3, 3}));
  EXPECT_EQ(sizes->output, (Five{8, 4, 4, 5}));
  EXPECT_EQ(sizes->padding, (Three{1, 1}));
  EXPECT_EQ(sizes->stride, (Three{2, 2}));
  EXPECT_EQ(sizes->dilation, (Three{2, 2}));
  EXPECT_EQ(sizes->groups, 2);
}

TEST(ConvForLibrary, DescribesVolumes) {
  const auto sizes =
      ConvForLibrary(Deep(Shape(2, 3, 6, 4, 3, 1, 1, 1, 1), 7, 2, 3, 1, 2));
  ASSERT_TRUE(sizes.has_value());
  EXPECT_EQ(sizes->axes, 3);
  EXPECT_EQ(sizes->input, (Five{2, 3, 7, 6, 7}));
  EXPECT_EQ(sizes->filter, (Five{4, 3, 2, 3, 3}));
  EXPECT_EQ(sizes->output, (Five{2, 4, 3, 6, 7}));
  EXPECT_EQ(sizes->padding, (Three{1, 1, 1}));
  EXPECT_EQ(sizes->stride, (Three{3, 1, 1}));
  EXPECT_EQ(sizes->dilation, (Three{2, 1, 1}));
}

// A padded depth of 1 is one.
TEST(ConvForLibrary, KnowsVolumesOfOneImage) {
  EXPECT_EQ(
      ConvForLibrary(Deep(Shape(2, 3, 6, 4, 3, 1, 1, 1, 1), 1, 3, 1, 1, 1))
          ->axes,
      3);
}

TEST(ConvForLibrary, LeavesEmptyOnes) {
  EXPECT_FALSE(ConvForLibrary(Shape(0, 2, 5, 3, 3, 1, 1, 1, 1)));
  EXPECT_FALSE(ConvForLibrary(Shape(2, 0, 5, 3, 3, 1, 1, 1, 1)));
  EXPECT_FALSE(ConvForLibrary(Shape(2, 2, 5, 0, 3, 1, 1, 1, 1)));
}

TEST(ConvForLibrary, LeavesWindowsOfPadding) {
  EXPECT_TRUE(ConvForLibrary(Shape(1, 2, 5, 3, 3, 1, 1, 2, 1)));
  EXPECT_FALSE(ConvForLibrary(Shape(1, 2, 5, 3, 3, 1, 1, 3, 1)));
  EXPECT_TRUE(ConvForLibrary(Shape(1, 2, 5, 3, 3, 1, 1, 3, 2)));
  EXPECT_FALSE(ConvForLibrary(Shape(1, 2, 2, 3, 1, 1, 1, 1, 1)));
}

// A transposed convolution may have any size that the stride leaves open.
TEST(ConvForLibrary, LeavesImagesWithMoreBehindTheLastWindow) {
  ConvShape s = Shape(2, 4, 9, 4, 3, 1, 3, 0, 1);
  ASSERT_EQ(s.out[1], 3);
  s.in[1] = 11;
  EXPECT_TRUE(ConvForLibrary(s));
  s.in[1] = 12;
  EXPECT_FALSE(ConvForLibrary(s));
  s.in[1] = 8;
  EXPECT_FALSE(ConvForLibrary(s));
}

TEST(ConvForLibrary, LeavesDepthwiseOnes) {
  EXPECT_FALSE(ConvForLibrary(Shape(2, 4, 6, 8, 3, 4, 1, 1, 1)));
  EXPECT_TRUE(ConvForLibrary(Shape(2, 4, 6, 8, 3, 2, 1, 1, 1)));
  EXPECT_TRUE(ConvForLibrary(Shape(2, 1, 6, 8, 3, 1, 1, 1, 1)));
}

TEST(ConvForLibrary, LeavesWhatIsNotCountedInAnInt) {
  EXPECT_TRUE(ConvForLibrary(Shape(1 << 10, 3, 511, 8, 3, 1, 1, 1, 1)));
  EXPECT_FALSE(ConvForLibrary(Shape(1 << 10, 3, 511, 9, 3, 1, 1, 1, 1)));
  EXPECT_FALSE(ConvForLibrary(Shape(1 << 10, 9, 511, 3, 3, 1, 1, 1, 1)));
  const int64_t far = int64_t{1} << 20;
  EXPECT_FALSE(ConvForLibrary(Shape(1, 2, 3, 2, 3, 1, far, far, far)));
  EXPECT_FALSE(
      ConvForLibrary(Shape(1, 2, 3, 2, 3, 1, far * far, 0, far * far)));
}

}  // namespace
}  // namespace paddle::operators::kernels
