#include "paddle/framework/distributed/group/transport_communicator.h"

#include <cstring>
#include <numeric>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/distributed/group/testing/run_ranks.h"
#include "paddle/framework/distributed/group/thread_transport.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::distributed {
namespace {

using framework::DataType;
using ::testing::Each;
using ::testing::ElementsAre;

// Returns what a shard computed: numbers whose sum depends on the order of
// additions.
std::vector<float> ValuesOf(int shard, int64_t count) {
  std::vector<float> values(count);
  uint32_t state = 1 + shard;
  for (float& value : values) {
    state = state * 1664525u + 1013904223u;
    value = static_cast<float>(static_cast<int32_t>(state)) /
            static_cast<float>(1 << (state % 29));
  }
  return values;
}

// The sum over a node of the tree, by one that has all its shards.
std::vector<float> SumOf(ShardRange node, int64_t count) {
  std::vector<std::vector<float>> values;
  std::vector<ShardRange> leaves;
  std::vector<void*> parts;
  for (int shard = node.begin; shard < node.end; ++shard) {
    values.push_back(ValuesOf(shard, count));
    leaves.push_back({shard, shard + 1});
  }
  for (std::vector<float>& value : values) parts.push_back(value.data());
  CombineParts(AdditionsOf(node, leaves), parts, values[0].data(), count,
               DataType::kFloat32, Reduction::kSum);
  return values[0];
}

// The parts of one member.
struct Parts {
  Parts(const Communicator& group, int64_t count) {
    for (ShardRange node : group.nodes()) values.push_back(SumOf(node, count));
    for (std::vector<float>& value : values) addresses.push_back(value.data());
    given.parts = addresses;
    given.count = count;
    given.type = DataType::kFloat32;
  }

  std::vector<std::vector<float>> values;
  std::vector<void*> addresses;
  Contribution given;
};

bool SameBits(const std::vector<float>& a, const std::vector<float>& b) {
  return a.size() == b.size() &&
         std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

// Counts around the sizes at which the way of the numbers changes: nothing, one
// round, two, pieces of several segments.
class AllReduceTest : public ::testing::TestWithParam<int64_t> {};

TEST_P(AllReduceTest, HasTheSameBitsForAnyNumberOfMembers) {
  const int64_t count = GetParam();
  for (int shards : {1, 3, 4, 7}) {
    const std::vector<float> expected = SumOf({0, shards}, count);
    for (int ranks = 1; ranks <= shards; ++ranks) {
      RunRanks(ranks, shards, [&](Communicator& group) {
        Parts parts(group, count);
        std::vector<float> result(count);
        group.AllReduce(parts.given, result.data());
        EXPECT_TRUE(SameBits(result, expected))
            << shards << " shards, rank " << group.rank() << " of " << ranks;
      });
    }
  }
}

TEST_P(AllReduceTest, ResultMayBeTheFirstPart) {
  const int64_t count = GetParam();
  const std::vector<float> expected = SumOf({0, 4}, count);
  for (int ranks : {2, 3}) {
    RunRanks(ranks, 4, [&](Communicator& group) {
      Parts parts(group, count);
      group.AllReduce(parts.given, parts.addresses[0]);
      EXPECT_TRUE(SameBits(parts.values[0], expected));
    });
  }
}

INSTANTIATE_TEST_SUITE_P(Counts, AllReduceTest,
                         ::testing::Values(0, 1, 2, 4096, 4097, 1 << 18,
                                           (1 << 18) + 1, 300001, 1600007));

TEST(Communicator, ThreadsHaveNoOrderButTheTrees) {
  constexpr int64_t kCount = 5000;
  const std::vector<float> expected = SumOf({0, 5}, kCount);
  RunRanks(3, 5, [&](Communicator& group) {
    Parts parts(group, kCount);
    parts.given.order = Order::kFast;
    group.AllReduce(parts.given, parts.addresses[0]);
    EXPECT_TRUE(SameBits(parts.values[0], expected));
  });
  RunRanks(2, 5, [&](Communicator& group) {
    Parts parts(group, kCount);
    parts.given.order = Order::kFast;
    std::vector<float> piece(kCount / 2);
    group.ReduceScatter(parts.given, {kCount / 2, kCount / 2}, piece.data());
    const auto begin = expected.begin() + group.rank() * kCount / 2;
    EXPECT_TRUE(SameBits(piece, {begin, begin + kCount / 2}));
  });
}

TEST(Communicator, CallsThatWereStartedOverlap) {
  RunRanks(3, 3, [](Communicator& group) {
    constexpr int kCalls = 20;
    std::vector<std::vector<int32_t>> values;
    std::vector<std::unique_ptr<Pending>> pending;
    for (int call = 0; call < kCalls; ++call) {
      values.emplace_back(1000 * call, group.rank() + call);
    }
    for (std::vector<int32_t>& value : values) {
      void* part = value.data();
      Contribution given{absl::MakeSpan(&part, 1),
                         static_cast<int64_t>(value.size()), DataType::kInt32};
      pending.push_back(group.StartAllReduce(given, value.data()));
    }
    // A call of this thread does not wait for those of the other one.
    group.Barrier();
    for (int call = kCalls - 1; call >= 0; --call) {
      pending[call]->Wait();
      EXPECT_THAT(values[call], Each(3 + 3 * call));
    }
  });
}

TEST(Communicator, ReduceScatterLeavesEachItsPiece) {
  constexpr int64_t kCount = 700000;
  const std::vector<float> expected = SumOf({0, 5}, kCount);
  const std::vector<int64_t> counts{600000, 0, 100000};
  RunRanks(3, 5, [&](Communicator& group) {
    Parts parts(group, kCount);
    std::vector<float> result(counts[group.rank()]);
    group.ReduceScatter(parts.given, counts, result.data());
    const float* begin =
        expected.data() +
        std::accumulate(counts.begin(), counts.begin() + group.rank(), 0);
    EXPECT_TRUE(SameBits(result, {begin, begin + result.size()}));
  });
}

TEST(Communicator, BroadcastReachesAll) {
  for (int ranks = 1; ranks <= 9; ++ranks) {
    for (int root = 0; root < ranks; ++root) {
      RunRanks(ranks, 0, [&](Communicator& group) {
        int value = group.rank();
        group.Broadcast(&value, sizeof(value), root);
        EXPECT_EQ(value, root);
      });
    }
  }
}

TEST(Communicator, AllGatherKeepsTheOrderOfRanks) {
  RunRanks(3, 0, [](Communicator& group) {
    const std::vector<size_t> bytes{2, 0, 3};
    const std::vector<char> mine(bytes[group.rank()], 'a' + group.rank());
    std::vector<char> all(5);
    group.AllGather(mine.data(), bytes, all.data());
    EXPECT_THAT(all, ElementsAre('a', 'a', 'c', 'c', 'c'));
  });
}

TEST(Communicator, AllToAllSendsEachItsOwn) {
  RunRanks(3, 0, [](Communicator& group) {
    // Rank r sends r + p bytes to rank p, each of them 10 r + p.
    std::vector<char> data, expected;
    std::vector<size_t> sent;
    for (int peer = 0; peer < 3; ++peer) {
      sent.push_back(group.rank() + peer);
      data.insert(data.end(), sent.back(), 10 * group.rank() + peer);
      expected.insert(expected.end(), sent.back(), 10 * peer + group.rank());
    }
    std::vector<char> result(expected.size());
    group.AllToAll(data.data(), sent, result.data(), sent);
    EXPECT_EQ(result, expected);
  });
}

TEST(Communicator, MessagesBetweenTwo) {
  RunRanks(2, 0, [](Communicator& group) {
    int value = group.rank();
    if (group.rank() == 0) {
      group.Send(1, 7, &value, sizeof(value));
    } else {
      group.Receive(0, 7, &value, sizeof(value));
    }
    EXPECT_EQ(value, 0);
  });
}

TEST(Communicator, MessagesThatWereStartedMayCross) {
  RunRanks(2, 0, [](Communicator& group) {
    const int own = group.rank();
    int got[2] = {-1, -1};
    const int sent[2] = {10 * own, 10 * own + 1};
    std::vector<std::unique_ptr<Pending>> calls;
    for (int tag : {0, 1}) {
      calls.push_back(
          group.StartSend(1 - own, tag, &sent[tag], sizeof(sent[tag])));
    }
    for (int tag : {1, 0}) {
      calls.push_back(
          group.StartReceive(1 - own, tag, &got[tag], sizeof(got[tag])));
    }
    for (auto& call : calls) call->Wait();
    EXPECT_EQ(got[0], 10 * (1 - own));
    EXPECT_EQ(got[1], 10 * (1 - own) + 1);
  });
}

TEST(Communicator, AMessageThatIsDroppedEndsTheGroup) {
  RunRanks(2, 0, [](Communicator& group) {
    int number = 0;
    if (group.rank() == 0) {
      group.StartSend(1, 0, &number, sizeof(number));  // and dropped
    } else {
      EXPECT_ERROR(group.Receive(0, 1, &number, sizeof(number)), Unavailable,
                   "given up before it had ended");
    }
  });
}

TEST(Communicator, AbortEndsTheCallsOfAll) {
  std::vector<std::unique_ptr<Transport>> ends = ConnectThreads(2);
  auto first = NewTransportCommunicator(std::move(ends[0]), 2);
  auto second = NewTransportCommunicator(std::move(ends[1]), 2);
  std::thread waits([&] {
    EXPECT_ERROR(first->Barrier(), Unavailable,
                 "rank 1 has left the group: the epoch is over");
  });
  second->Abort("the epoch is over");
  waits.join();
  EXPECT_ERROR(second->Barrier(), Unavailable, "the epoch is over");
}

TEST(Communicator, SizesThatDifferAreAnError) {
  RunRanks(2, 0, [](Communicator& group) {
    std::vector<char> data(group.rank() + 1);
    EXPECT_ERROR(group.Broadcast(data.data(), data.size(), 0), InvalidArgument,
                 "one sends 1 bytes, the other expects 2");
  });
}

TEST(Communicator, PendingCallThatIsDroppedEndsTheGroup) {
  std::vector<std::unique_ptr<Transport>> ends = ConnectThreads(2);
  auto group = NewTransportCommunicator(std::move(ends[0]), 2);
  float value = 0;
  void* part = &value;
  Contribution given{absl::MakeSpan(&part, 1), 1, DataType::kFloat32};
  group->StartAllReduce(given, &value);  // nobody answers
  EXPECT_ERROR(group->Barrier(), Unavailable, "a call was given up");
}

TEST(Communicator, RefusesWrongArguments) {
  std::unique_ptr<Communicator> group = NewLocalCommunicator(2);
  EXPECT_ERROR(group->Broadcast(nullptr, 0, 1), InvalidArgument,
               "root 1 is not a rank of a group of 1");
  EXPECT_ERROR(group->Send(0, 0, nullptr, 0), InvalidArgument,
               "cannot exchange messages with rank 0");
  EXPECT_ERROR(NewTransportCommunicator(std::move(ConnectThreads(2)[0]), 1),
               InvalidArgument, "1 shards cannot be shared by 2 members");
}

}  // namespace
}  // namespace paddle::distributed
