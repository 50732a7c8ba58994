// The calls of a group have the same bits over Gloo as over threads.
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

#include "paddle/framework/distributed/gloo/testing/all_calls.h"
#include "paddle/framework/distributed/gloo/testing/gloo_group.h"
#include "paddle/framework/distributed/group/thread_transport.h"
#include "paddle/platform/testing/temporary_folder.h"

namespace paddle::distributed {
namespace {

constexpr int64_t kCounts[] = {1, 1000, 1000000};

TEST(GlooCommunicator, MembersInOneProcessHaveTheBitsOfThreads) {
  const platform::TemporaryFolder folder;
  for (int ranks = 1; ranks <= 4; ++ranks) {
    for (const int64_t count : kCounts) {
      const std::string job = folder.Path(absl::StrCat(ranks, "-", count));
      EXPECT_TRUE(ResultsOfMembers(ConnectGlooThreads(ranks, job), count) ==
                  ResultsOfMembers(ConnectThreads(ranks), count))
          << ranks << " ranks, " << count << " numbers";
    }
  }
}

}  // namespace
}  // namespace paddle::distributed
