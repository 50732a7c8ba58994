#include "paddle/framework/distributed/group/shard_tree.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::distributed {
namespace {

using ::testing::ElementsAre;

TEST(ShardsOfRank, AreNeighboursOfNearlyEqualNumber) {
  EXPECT_EQ(ShardsOfRank(7, 3, 0), (ShardRange{0, 3}));
  EXPECT_EQ(ShardsOfRank(7, 3, 1), (ShardRange{3, 5}));
  EXPECT_EQ(ShardsOfRank(7, 3, 2), (ShardRange{5, 7}));
}

TEST(ShardsOfRank, RefusesMoreMembersThanShards) {
  EXPECT_ERROR(ShardsOfRank(2, 3, 0), InvalidArgument,
               "2 shards cannot be shared by 3");
  EXPECT_ERROR(ShardsOfRank(3, 3, 3), InvalidArgument, "no rank 3 among 3");
}

TEST(CoveringNodes, AreAsFewAsThereAre) {
  EXPECT_THAT(CoveringNodes(8, {0, 8}), ElementsAre(ShardRange{0, 8}));
  EXPECT_THAT(
      CoveringNodes(8, {1, 8}),
      ElementsAre(ShardRange{1, 2}, ShardRange{2, 4}, ShardRange{4, 8}));
  EXPECT_THAT(CoveringNodes(6, {3, 6}),
              ElementsAre(ShardRange{3, 4}, ShardRange{4, 6}));
  EXPECT_THAT(CoveringNodes(4, {2, 2}), ElementsAre());
}

// Returns the sum that the additions make of the names of the shards.
std::string Sum(ShardRange whole, const std::vector<ShardRange>& nodes,
                std::vector<std::string> values) {
  for (const Addition& addition : AdditionsOf(whole, nodes)) {
    values[addition.left] = absl::StrCat("(", values[addition.left], "+",
                                         values[addition.right], ")");
  }
  return values.front();
}

// The sum by a member that has all shards of `node`.
std::string SumOfShards(ShardRange node) {
  std::vector<ShardRange> leaves;
  std::vector<std::string> values;
  for (int shard = node.begin; shard < node.end; ++shard) {
    leaves.push_back({shard, shard + 1});
    values.push_back(absl::StrCat(shard));
  }
  return Sum(node, leaves, values);
}

TEST(AdditionsOf, FollowTheTree) {
  EXPECT_EQ(SumOfShards({0, 1}), "0");
  EXPECT_EQ(SumOfShards({0, 4}), "((0+1)+(2+3))");
  EXPECT_EQ(SumOfShards({0, 7}), "(((0+1)+(2+3))+((4+5)+6))");
}

TEST(AdditionsOf, AreTheSameForAnyNumberOfMembers) {
  for (int shards = 1; shards <= 17; ++shards) {
    const std::string expected = SumOfShards({0, shards});
    for (int ranks = 1; ranks <= shards; ++ranks) {
      std::vector<ShardRange> nodes;
      std::vector<std::string> values;
      for (int rank = 0; rank < ranks; ++rank) {
        for (ShardRange node :
             CoveringNodes(shards, ShardsOfRank(shards, ranks, rank))) {
          nodes.push_back(node);
          values.push_back(SumOfShards(node));
        }
      }
      EXPECT_EQ(Sum({0, shards}, nodes, values), expected)
          << shards << " shards, " << ranks << " members";
    }
  }
}

TEST(AdditionsOf, RefusesWhatIsMissing) {
  EXPECT_ERROR(AdditionsOf({0, 4}, {{0, 2}}), InvalidArgument,
               "shards [2, 4) are not there in full");
  EXPECT_ERROR(AdditionsOf({0, 4}, {{0, 2}, {3, 4}}), InvalidArgument,
               "shards [2, 4) are not there in full");
  EXPECT_ERROR(AdditionsOf({0, 2}, {{0, 2}, {2, 4}}), InvalidArgument,
               "outside [0, 2)");
}

TEST(PartsOfMembers, AreNumberedThroughTheMembers) {
  const PartsOfMembers parts(5, 2);
  EXPECT_EQ(parts.nodes[0], (std::vector<ShardRange>{{0, 2}, {2, 3}}));
  EXPECT_EQ(parts.nodes[1], (std::vector<ShardRange>{{3, 4}, {4, 5}}));
  EXPECT_EQ(parts.first, (std::vector<int>{0, 2, 4}));
  EXPECT_EQ(parts.count(), 4);
  EXPECT_EQ(parts.additions.size(), size_t{3});
}

}  // namespace
}  // namespace paddle::distributed
