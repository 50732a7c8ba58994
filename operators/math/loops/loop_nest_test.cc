#include "paddle/operators/math/loops/loop_nest.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/platform/enforce.h"

namespace paddle::operators::kernels {
namespace {

using framework::Dims;
using ::testing::ElementsAre;

LoopNest<2> Broadcast(const Dims& space, const Dims& dims) {
  return LoopNest<2>(space,
                     {RowMajorStrides(space), BroadcastStrides(dims, space)});
}

// The offsets of both arrays for the iterations [begin, end).
std::vector<std::pair<int64_t, int64_t>> Visit(const LoopNest<2>& nest,
                                               int64_t begin, int64_t end) {
  std::vector<std::pair<int64_t, int64_t>> visited;
  nest.ForEachRun(begin, end, [&](const auto& offsets, int64_t length) {
    for (int64_t j = 0; j < length; ++j) {
      visited.emplace_back(offsets[0] + j * nest.inner_strides()[0],
                           offsets[1] + j * nest.inner_strides()[1]);
    }
  });
  return visited;
}

TEST(LoopNest, StridesOfAContiguousArray) {
  const Strides strides = RowMajorStrides({2, 3, 4});
  EXPECT_EQ(strides[0], 12);
  EXPECT_EQ(strides[1], 4);
  EXPECT_EQ(strides[2], 1);
}

TEST(LoopNest, StridesOfABroadcastArray) {
  const Strides strides = BroadcastStrides({3, 1, 4}, {2, 3, 5, 4});
  EXPECT_EQ(strides[0], 0);
  EXPECT_EQ(strides[1], 4);
  EXPECT_EQ(strides[2], 0);
  EXPECT_EQ(strides[3], 1);
  EXPECT_THROW(BroadcastStrides({3}, {4}), platform::Error);
  EXPECT_THROW(BroadcastStrides({1, 1}, {4}), platform::Error);
}

TEST(LoopNest, MergesAxesThatAllArraysWalkEvenly) {
  const LoopNest<2> same = Broadcast({2, 3, 4}, {2, 3, 4});
  EXPECT_EQ(same.rank(), 1);
  EXPECT_EQ(same.size(0), 24);
  EXPECT_FALSE(same.Repeats(1));

  const LoopNest<2> channels = Broadcast({8, 3, 5, 5}, {3, 1, 1});
  EXPECT_EQ(channels.rank(), 3);
  EXPECT_EQ(channels.size(2), 25);
  EXPECT_THAT(channels.inner_strides(), ElementsAre(1, 0));
  EXPECT_TRUE(channels.Repeats(1));

  const LoopNest<2> ones = Broadcast({1, 6, 1}, {6, 1});
  EXPECT_EQ(ones.rank(), 1);
  EXPECT_FALSE(ones.Repeats(1));
}

TEST(LoopNest, ScalarsHaveOneIteration) {
  const LoopNest<2> nest = Broadcast({}, {});
  EXPECT_EQ(nest.rank(), 1);
  EXPECT_EQ(nest.total(), 1);
  EXPECT_FALSE(nest.Repeats(1));
  EXPECT_THAT(Visit(nest, 0, 1), ElementsAre(std::pair(0, 0)));
}

TEST(LoopNest, NothingToVisit) {
  const LoopNest<2> nest = Broadcast({3, 0, 2}, {2});
  EXPECT_EQ(nest.total(), 0);
  EXPECT_TRUE(Visit(nest, 0, 0).empty());
}

// Any cutting visits the same offsets as index arithmetic.
TEST(LoopNest, VisitsEachIterationInOrder) {
  const Dims space({3, 2, 4, 5});
  const LoopNest<2> nest = Broadcast(space, {2, 1, 5});
  std::vector<std::pair<int64_t, int64_t>> expected;
  for (int64_t i = 0; i < space.Numel(); ++i) {
    expected.emplace_back(i, i / 20 % 2 * 5 + i % 5);
  }
  for (const int64_t piece : {1, 3, 7, 20, 33, 120}) {
    std::vector<std::pair<int64_t, int64_t>> visited;
    for (int64_t begin = 0; begin < nest.total(); begin += piece) {
      const auto part =
          Visit(nest, begin, std::min(begin + piece, nest.total()));
      visited.insert(visited.end(), part.begin(), part.end());
    }
    EXPECT_EQ(visited, expected) << "in pieces of " << piece;
  }
}

}  // namespace
}  // namespace paddle::operators::kernels
