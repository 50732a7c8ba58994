// Members whose GPU is the emulated one, and whose NCCL is that of the test.
#include "paddle/framework/distributed/nccl/nccl_communicator.h"

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
