// Members whose GPU is the emulated one, and whose NCCL is that of the test.
#include "paddle/framework/distributed/nccl/nccl_communicator.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/distributed/group/thread_transport.h"
#include "paddle/framework/distributed/group/transport_communicator.h"
#include "paddle/framework/distributed/nccl/testing/device_calls.h"
#include "paddle/framework/distributed/nccl/testing/emulated_group.h"
#include "paddle/memory/allocation.h"
#include "paddle/platform/emulated_memory.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::distributed {
namespace {

class NcclCommunicatorTest : public ::testing::Test {
 protected:
  // As a GPU's memory is to the real library.
  const platform::EmulatedMemoryAccess access_;
};

// Counts around the sizes at which the way of the numbers changes.
class NcclBitsTest : public NcclCommunicatorTest,
                     public ::testing::WithParamInterface<int64_t> {};

TEST_P(NcclBitsTest, AreThoseOfTheCPU) {
  for (const auto& [ranks, shards] : std::vector<std::pair<int, int>>{
           {1, 1}, {1, 3}, {2, 2}, {2, 5}, {3, 3}, {3, 7}}) {
    EXPECT_TRUE(
        ResultsOfDeviceMembers(ranks, shards, GetParam(), OnEmulatedGPU) ==
        ResultsOfDeviceMembers(ranks, shards, GetParam(), nullptr))
        << ranks << " members of " << shards << " shards";
  }
}

INSTANTIATE_TEST_SUITE_P(Counts, NcclBitsTest,
                         ::testing::Values(0, 1, 1000, 16384, 16387, 100001));

void RunTwo(const std::function<void(Communicator& group)>& body) {
  RunRanks(2, 2, body, OnEmulatedGPU);
}

TEST_F(NcclCommunicatorTest, HasMemoryOfTheGPUAndTheHost) {
  RunTwo([](Communicator& group) {
    const int rank = group.rank();
    EXPECT_EQ(group.place(), platform::CUDAPlace(0));
    EXPECT_EQ(group.host().place(), platform::CPUPlace());
    int value = rank;
    group.host().Broadcast(&value, sizeof(value), 1);
    EXPECT_EQ(value, 1);
  });
}

TEST_F(NcclCommunicatorTest, LargeArraysTravelInPieces) {
  const int gathers = CallsOfFakeNccl("ncclAllGather"),
            sends = CallsOfFakeNccl("ncclSend");
  constexpr int64_t kCount = 1 << 20;
  RunTwo([](Communicator& group) {
    const auto memory =
        memory::AllocatorOf(group.place()).Allocate(kCount * sizeof(float));
    void* part = memory->data();
    group.AllReduce({absl::MakeConstSpan(&part, 1), kCount,
                     framework::DataType::kFloat32, Reduction::kSum},
                    part);
  });
  EXPECT_EQ(CallsOfFakeNccl("ncclSend") - sends, 2);
  EXPECT_EQ(CallsOfFakeNccl("ncclAllGather") - gathers, 2);
}

TEST_F(NcclCommunicatorTest, FastOrderIsThatOfNccl) {
  const int reductions = CallsOfFakeNccl("ncclAllReduce");
  const int sends = CallsOfFakeNccl("ncclSend");
  const auto member = [](Communicator& group) {
    const auto memory =
        memory::AllocatorOf(group.place()).Allocate(2 * sizeof(int32_t));
    auto* numbers = static_cast<int32_t*>(memory->data());
    std::fill_n(numbers, 2, 1 << group.rank());
    void* parts[] = {numbers, numbers + 1};
    Contribution given{absl::MakeConstSpan(parts, group.nodes().size()), 1,
                       framework::DataType::kInt32};
    given.order = Order::kFast;
    int32_t expected = 0;
    for (int rank = 0; rank < 3; ++rank) {
      expected += PartsOfMembers(group.shards(), 3).nodes[rank].size() << rank;
    }
    group.AllReduce(given, numbers);
    EXPECT_EQ(numbers[0], expected);
    given.type = framework::DataType::kInt16;
    EXPECT_ERROR(group.AllReduce(given, numbers), InvalidArgument,
                 "NCCL does not combine numbers of int16");
  };
  RunRanks(3, 3, member, OnEmulatedGPU);
  RunRanks(3, 5, member, OnEmulatedGPU);
  EXPECT_EQ(CallsOfFakeNccl("ncclAllReduce") - reductions, 6);
  EXPECT_EQ(CallsOfFakeNccl("ncclSend"), sends);
}

// Pieces of different sizes are added along the tree.
TEST_F(NcclCommunicatorTest, FastOrderScattersEqualPieces) {
  const int scattered = CallsOfFakeNccl("ncclReduceScatter");
  const auto member = [](const std::vector<int64_t>& counts) {
    return [counts](Communicator& group) {
      const auto memory =
          memory::AllocatorOf(group.place()).Allocate(9 * sizeof(int32_t));
      auto* numbers = static_cast<int32_t*>(memory->data());
      for (int i = 0; i < 6; ++i) numbers[i] = i + 10 * group.rank();
      void* part = numbers;
      Contribution given{absl::MakeConstSpan(&part, 1), 6,
                         framework::DataType::kInt32};
      given.order = Order::kFast;
      group.ReduceScatter(given, counts, numbers + 6);
      int first = 0;
      for (int rank = 0; rank < group.rank(); ++rank) first += counts[rank];
      EXPECT_EQ(numbers[6], 3 * first + 30);
      if (counts[group.rank()] < 2) return;
      EXPECT_EQ(numbers[7], 3 * (first + 1) + 30);
    };
  };
  RunRanks(3, 3, member({2, 2, 2}), OnEmulatedGPU);
  EXPECT_EQ(CallsOfFakeNccl("ncclReduceScatter") - scattered, 3);
  RunRanks(3, 3, member({2, 1, 3}), OnEmulatedGPU);
  EXPECT_EQ(CallsOfFakeNccl("ncclReduceScatter") - scattered, 3);
}

TEST_F(NcclCommunicatorTest, AbortEndsBothGroups) {
  RunTwo([](Communicator& group) {
    const int rank = group.rank();
    char byte = 0;
    if (rank == 1) group.Abort("the epoch is over");
    EXPECT_ERROR(group.Broadcast(&byte, 1, 0), Unavailable, "");
    EXPECT_ERROR(group.host().Barrier(), Unavailable,
                 rank == 1 ? "the epoch is over" : "rank ");
  });
}

TEST_F(NcclCommunicatorTest, LossOfAMemberEndsACall) {
  RunTwo([](Communicator& group) {
    const int rank = group.rank();
    if (rank == 1) return;  // its program has failed, say
    char byte = 0;
    EXPECT_ERROR(group.Broadcast(&byte, 1, 1), Unavailable,
                 "rank 1 has left the group");
  });
}

TEST_F(NcclCommunicatorTest, RefusesWrongArguments) {
  const auto group = OnEmulatedGPU(NewLocalCommunicator(2));
  EXPECT_ERROR(group->Broadcast(nullptr, 0, 1), InvalidArgument,
               "root 1 is not a rank of a group of 1");
  EXPECT_ERROR(group->AllReduce({}, nullptr), InvalidArgument,
               "parts of rank 0");
  NcclOptions options;
  options.library = "/nowhere/libnccl.so.2";
  EXPECT_ERROR(NewNcclCommunicator(
                   NewTransportCommunicator(std::move(ConnectThreads(2)[0]), 2),
                   options),
               Unavailable, "'/nowhere/libnccl.so.2' cannot be loaded");
}

}  // namespace
}  // namespace paddle::distributed
