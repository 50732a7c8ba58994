// The calls of a group have the same bits over Gloo as over threads.
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

#include "paddle/framework/distributed/gloo/testing/all_calls.h"
#include "paddle/framework/distributed/gloo/testing/child_processes.h"
#include "paddle/framework/distributed/gloo/testing/gloo_group.h"
#include "paddle/framework/distributed/group/thread_transport.h"
#include "paddle/framework/distributed/group/transport_communicator.h"
#include "paddle/platform/testing/temporary_folder.h"

namespace paddle::distributed {
namespace {

using Bytes = std::vector<std::byte>;

constexpr int kShards = 4;
constexpr int64_t kCounts[] = {1, 1000, 1000000};

// The results of all members, by rank.
std::vector<Bytes> Results(std::vector<std::unique_ptr<Transport>> ends,
                           int64_t count) {
  std::vector<Bytes> results(ends.size());
  RunThreads(ends.size(), [&](int rank) {
    auto group = NewTransportCommunicator(std::move(ends[rank]), kShards);
    results[rank] = ResultsOfAllCalls(group.get(), count);
  });
  return results;
}

TEST(GlooCommunicator, MembersInOneProcessHaveTheBitsOfThreads) {
  const platform::TemporaryFolder folder;
  for (int ranks = 1; ranks <= 4; ++ranks) {
    for (const int64_t count : kCounts) {
      const std::string job = folder.Path(absl::StrCat(ranks, "-", count));
      EXPECT_TRUE(Results(ConnectGlooThreads(ranks, job), count) ==
                  Results(ConnectThreads(ranks), count))
          << ranks << " ranks, " << count << " numbers";
    }
  }
}

TEST(GlooCommunicator, ProcessesHaveTheBitsOfThreads) {
  const platform::TemporaryFolder folder;
  for (int ranks = 2; ranks <= 3; ++ranks) {
    for (const int64_t count : kCounts) {
      const std::vector<Bytes> expected = Results(ConnectThreads(ranks), count);
      const std::string job = folder.Path(absl::StrCat(ranks, "-", count));
      ChildProcesses children(ranks, [&](int rank) {
        auto group = NewTransportCommunicator(
            ConnectGlooMember(rank, ranks, job), kShards);
        return ResultsOfAllCalls(group.get(), count) == expected[rank] ? 0 : 2;
      });
      for (int rank = 0; rank < ranks; ++rank) {
        EXPECT_EQ(children.Wait(rank), 0)
            << "rank " << rank << " of " << ranks << ", " << count;
      }
    }
  }
}

}  // namespace
}  // namespace paddle::distributed
