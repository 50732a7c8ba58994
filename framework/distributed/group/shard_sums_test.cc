#include "paddle/framework/distributed/group/shard_sums.h"

#include <algorithm>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/distributed/group/testing/run_ranks.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::distributed {
namespace {

using framework::DataType;
using framework::SelectedRows;
using framework::Tensor;

constexpr int64_t kCount = 100;

// Returns numbers of very different sizes, so that every other order of
// additions gives other bits.
Tensor ArrayOf(int shard) {
  std::mt19937 random(shard);
  std::lognormal_distribution<float> numbers(0, 5);
  Tensor array({kCount}, DataType::kFloat32);
  for (int64_t i = 0; i < kCount; ++i) {
    array.mutable_data<float>()[i] = (i % 2 ? 1 : -1) * numbers(random);
  }
  return array;
}

// Leaves in *bits, in rank 0, the sum over all members' arrays.
void AddUp(Communicator* group, std::vector<Tensor> arrays, std::string* bits) {
  std::vector<void*> parts;
  for (Tensor& array : arrays) parts.push_back(array.raw_mutable_data());
  EXPECT_EQ(parts.size(), group->nodes().size());
  group->AllReduce({parts, kCount, DataType::kFloat32}, parts[0]);
  if (group->rank() != 0) return;
  bits->assign(static_cast<const char*>(parts[0]), kCount * sizeof(float));
}

// Returns the bits of the sum over all shards, of which the last `missing` give
// nothing.
std::string SumOf(int ranks, int shards, int missing = 0) {
  std::string bits;
  RunRanks(ranks, shards, [&](Communicator& group) {
    ShardSums sums;
    const ShardRange own = ShardsOfRank(shards, ranks, group.rank());
    for (int shard = own.begin; shard < own.end; ++shard) {
      if (shard < shards - missing) sums.Add(3, group, ArrayOf(shard));
    }
    AddUp(&group, sums.Take(3, group), &bits);
  });
  return bits;
}

// Returns the bits of the sum over all shards and some runs, in the second of
// which the last shard gives nothing.
std::string SumOverRuns(int ranks, int shards, int runs) {
  std::string bits;
  RunRanks(ranks, shards, [&](Communicator& group) {
    ShardSums sums;
    const ShardRange own = ShardsOfRank(shards, ranks, group.rank());
    for (int run = 0; run < runs; ++run) {
      for (int shard = own.begin; shard < own.end; ++shard) {
        const bool gives = run != 1 || shard == 0 || shard != shards - 1;
        Tensor array = ArrayOf(shard + 100 * run);
        // A member without rows gives zeros.
        if (!gives && shard > own.begin) continue;
        if (!gives) std::fill_n(array.mutable_data<float>(), kCount, 0.0f);
        sums.Keep({"name", 3}, group, run, std::move(array));
      }
      sums.Clear();
    }
    int64_t taken = 0;
    AddUp(&group, sums.TakeKept({"name", 3}, group, &taken), &bits);
    EXPECT_EQ(taken, runs);
  });
  return bits;
}

TEST(ShardSums, BitsOfSumsOverRunsDependOnTheNumberOfShardsAlone) {
  for (const int shards : {1, 2, 3, 4, 7}) {
    for (const int runs : {1, 3}) {
      const std::string expected = SumOverRuns(shards, shards, runs);
      for (int ranks = 1; ranks < shards; ++ranks) {
        EXPECT_EQ(SumOverRuns(ranks, shards, runs), expected)
            << ranks << " of " << shards;
      }
    }
  }
  EXPECT_EQ(SumOverRuns(1, 4, 1), SumOf(1, 4));
}

TEST(ShardSums, RunsThatAreMissingAreErrors) {
  RunRanks(1, 1, [](Communicator& group) {
    ShardSums sums;
    const KeptExchange which("a", 0);
    EXPECT_ERROR(sums.Keep(which, group, 2, ArrayOf(0)), FailedPrecondition,
                 "those before run 2 are missing");
    sums.Keep(which, group, 0, ArrayOf(0));
    sums.Keep({"b", 0}, group, 0, ArrayOf(0));
    sums.Keep(which, group, 1, ArrayOf(0));
    EXPECT_ERROR(sums.Keep(which, group, 1, ArrayOf(0)), InvalidArgument,
                 "all of which have given something");
    EXPECT_ERROR(sums.Keep(which, group, 2, Tensor({2}, DataType::kFloat32)),
                 InvalidArgument,
                 "a shard gives [2] to exchange 0, in runs before [");
    int64_t runs = 0;
    sums.Keep(which, group, 0, ArrayOf(0));  // begins anew
    sums.TakeKept(which, group, &runs);
    EXPECT_EQ(runs, 1);
    EXPECT_ERROR(sums.TakeKept(which, group, &runs), InvalidArgument,
                 "no shard has kept anything");
  });
}

TEST(ShardSums, BitsDependOnTheNumberOfShardsAlone) {
  for (const int shards : {1, 2, 3, 4, 7, 8}) {
    const std::string expected = SumOf(shards, shards);
    for (int ranks = 1; ranks < shards; ++ranks) {
      EXPECT_EQ(SumOf(ranks, shards), expected) << ranks << " of " << shards;
    }
  }
}

TEST(ShardSums, ShardsThatGaveNothingGaveZeros) {
  EXPECT_EQ(SumOf(1, 4, 1), SumOf(2, 4, 1));
  EXPECT_NE(SumOf(1, 4, 1), SumOf(1, 4));
}

TEST(ShardSums, ForgetsWhatWasTakenAndWhatWasGivenUp) {
  RunRanks(1, 2, [](Communicator& group) {
    ShardSums sums;
    sums.Add(0, group, ArrayOf(0));
    sums.Take(0, group);
    EXPECT_ERROR(sums.Take(0, group), InvalidArgument, "no shard");
    sums.Add(0, group, ArrayOf(0));
    sums.AddRows(0, SelectedRows());
    EXPECT_EQ(sums.TakeRows(0).size(), 1u);
    sums.AddRows(0, SelectedRows());
    sums.Clear();
    EXPECT_EQ(sums.TakeRows(0).size(), 0u);
    EXPECT_ERROR(sums.Take(0, group), InvalidArgument, "no shard");
  });
}

TEST(ShardSums, RefusesMoreShardsAndOtherShapes) {
  RunRanks(1, 2, [](Communicator& group) {
    ShardSums sums;
    sums.Add(0, group, ArrayOf(0));
    EXPECT_ERROR(sums.Add(0, group, Tensor({2}, DataType::kFloat32)),
                 InvalidArgument, "shard 1 gives [2]");
    sums.Add(0, group, ArrayOf(1));
    EXPECT_ERROR(sums.Add(0, group, ArrayOf(2)), InvalidArgument,
                 "shards [0, 2)");
  });
}

}  // namespace
}  // namespace paddle::distributed
