#include "paddle/operators/pooling/pool_library_sizes.h"

#include "gtest/gtest.h"

namespace paddle::operators::kernels {
namespace {

using Five = std::array<int, 5>;
using Three = std::array<int, 3>;

// [4, 3, 9, 12] under windows of 3 x 4.
PoolShape Flat() {
  return MakePoolShape({4, 3, 9, 12}, {4, 3, 5, 5},
                       {{1, 3, 4}, {1, 2, 2}, {0, 1, 0}});
}

TEST(PoolForLibrary, DescribesImages) {
  const auto sizes = PoolForLibrary(Flat());
  ASSERT_TRUE(sizes.has_value());
  EXPECT_EQ(sizes->axes, 2);
  EXPECT_EQ(sizes->x, (Five{4, 3, 9, 12}));
  EXPECT_EQ(sizes->out, (Five{4, 3, 5, 5}));
  EXPECT_EQ(sizes->window, (Three{3, 4}));
  EXPECT_EQ(sizes->padding, (Three{1, 0}));
  EXPECT_EQ(sizes->stride, (Three{2, 2}));
}

TEST(PoolForLibrary, DescribesVolumes) {
  const auto sizes = PoolForLibrary(MakePoolShape(
      {2, 5, 4, 6, 8}, {2, 5, 3, 3, 4}, {{2, 2, 2}, {1, 2, 2}, {0, 0, 0}}));
  ASSERT_TRUE(sizes.has_value());
  EXPECT_EQ(sizes->axes, 3);
  EXPECT_EQ(sizes->x, (Five{2, 5, 4, 6, 8}));
  EXPECT_EQ(sizes->out, (Five{2, 5, 3, 3, 4}));
  EXPECT_EQ(sizes->window, (Three{2, 2, 2}));
  EXPECT_EQ(sizes->stride, (Three{1, 2, 2}));
}

TEST(PoolForLibrary, DescribesGlobalOnes) {
  PoolWindow window;
  window.global = true;
  const auto sizes =
      PoolForLibrary(MakePoolShape({2, 5, 4, 6}, {2, 5, 1, 1}, window));
  ASSERT_TRUE(sizes.has_value());
  EXPECT_EQ(sizes->window, (Three{4, 6}));
}

TEST(PoolForLibrary, LeavesEmptyOnes) {
  const PoolWindow window{{1, 2, 2}, {1, 2, 2}};
  EXPECT_FALSE(
      PoolForLibrary(MakePoolShape({0, 5, 4, 6}, {0, 5, 2, 3}, window)));
  EXPECT_FALSE(
      PoolForLibrary(MakePoolShape({2, 0, 4, 6}, {2, 0, 2, 3}, window)));
}

TEST(PoolForLibrary, LeavesWindowsThatReachPastThePadding) {
  PoolShape s = Flat();
  s.in[1] = 10;
  EXPECT_TRUE(PoolForLibrary(s));
  s.in[1] = 8;
  EXPECT_FALSE(PoolForLibrary(s));
}

// Parts of equal size are windows as any.
TEST(PoolForLibrary, LeavesAdaptiveOnes) {
  PoolWindow window;
  window.adaptive = true;
  EXPECT_TRUE(
      PoolForLibrary(MakePoolShape({2, 5, 4, 6}, {2, 5, 2, 3}, window)));
  EXPECT_FALSE(
      PoolForLibrary(MakePoolShape({2, 5, 5, 6}, {2, 5, 2, 3}, window)));
}

TEST(PoolForLibrary, LeavesManyLargeWindows) {
  const auto fits = [](int64_t batch, int64_t kernel) {
    const int64_t size = 255 + kernel;
    return PoolForLibrary(MakePoolShape({batch, 1, size, size},
                                        {batch, 1, 256, 256},
                                        {{1, kernel, kernel}, {1, 1, 1}}))
        .has_value();
  };
  EXPECT_TRUE(fits(128, 9));
  EXPECT_FALSE(fits(129, 9));
  EXPECT_TRUE(fits(129, 8));
  EXPECT_FALSE(fits(32768, 8));
}

}  // namespace
}  // namespace paddle::operators::kernels
