#include "paddle/framework/distributed/gloo/ring.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/distributed/gloo/testing/gloo_group.h"
#include "paddle/framework/distributed/group/backend_transport.h"
#include "paddle/framework/distributed/group/transport_communicator.h"
#include "paddle/framework/distributed/runner/store_rendezvous.h"
#include "paddle/framework/distributed/store/file_store.h"
#include "paddle/platform/testing/expect_error.h"
#include "paddle/platform/testing/temporary_folder.h"

namespace paddle::distributed {
namespace {

using framework::DataType;
using ::testing::Each;

// Returns the sum over all members' shards, each of which gives `count` times
// its number plus 1.
template <class T>
std::vector<T> SumOf(Communicator* group, int64_t count) {
  std::vector<std::vector<T>> parts;
  std::vector<void*> addresses;
  for (const ShardRange& node : group->nodes()) {
    T sum = 0;
    for (int shard = node.begin; shard < node.end; ++shard) sum += shard + 1;
    parts.emplace_back(count, sum);
  }
  for (auto& part : parts) addresses.push_back(part.data());
  Contribution given{addresses, count, framework::DataTypeOf<T>()};
  given.order = Order::kFast;
  group->StartAllReduce(given, addresses[0])->Wait();
  return parts[0];
}

class RingTest : public ::testing::Test {
 protected:
  MemberOptions Options(int rank, int size) const {
    MemberOptions options;
    options.rank = rank;
    options.size = size;
    options.rendezvous = RendezvousOf(NewFileStore(folder_.Path("library")));
    return options;
  }

  const platform::TemporaryFolder folder_;
};

TEST_F(RingTest, AddsNumbersOfAnyType) {
  for (const int size : {2, 3}) {
    auto ends = ConnectGlooThreads(size, folder_.Path(std::to_string(size)));
    RunThreads(size, [&](int rank) {
      const auto group = NewTransportCommunicator(std::move(ends[rank]), 4);
      for (const int64_t count : {0, 1, 2, 1000, 1000003}) {
        EXPECT_THAT(SumOf<float>(group.get(), count), Each(10));
        EXPECT_THAT(SumOf<int64_t>(group.get(), count), Each(10));
        EXPECT_THAT(SumOf<int8_t>(group.get(), count), Each(10));
      }
    });
  }
}

TEST_F(RingTest, EndsWhenAMemberAborts) {
  auto ends = ConnectGlooThreads(3, folder_.Path("abort"));
  RunThreads(3, [&](int rank) {
    const auto group = NewTransportCommunicator(std::move(ends[rank]), 3);
    if (rank == 2) {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      group->Abort("the epoch is over");
    }
    EXPECT_ERROR(SumOf<float>(group.get(), 1000000), Unavailable,
                 "has left the group");
  });
}

TEST_F(RingTest, IsInTheLibraryIfThatSaysSo) {
  const PaddleTransportTable& table =
      LoadBackend("framework/distributed/gloo/libpaddle_gloo.so");
  PaddleTransportTable older = table;
  older.bytes = offsetof(PaddleTransportTable, all_reduce);
  RunThreads(2, [&](int rank) {
    const auto group =
        NewTransportCommunicator(ConnectBackend(table, Options(rank, 2)), 2);
    EXPECT_THAT(SumOf<double>(group.get(), 100), Each(3));
    group->Barrier();
  });
  MemberOptions alone = Options(0, 1);
  const auto transport = ConnectBackend(older, alone);
  float number = 0;
  EXPECT_ERROR(transport->fast()->AllReduce(
                   {&number, 1, DataType::kFloat32, Reduction::kSum, 0}),
               Unimplemented, "has no order of its own: the order must be");
}

}  // namespace
}  // namespace paddle::distributed
