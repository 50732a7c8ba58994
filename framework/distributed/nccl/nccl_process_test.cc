// Two processes that share a GPU and exchange its memory by NCCL itself.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "gtest/gtest.h"

#include "paddle/framework/distributed/gloo/testing/gloo_group.h"
#include "paddle/framework/distributed/group/transport_communicator.h"
#include "paddle/framework/distributed/nccl/nccl_api.h"
#include "paddle/framework/distributed/nccl/nccl_communicator.h"
#include "paddle/framework/distributed/nccl/testing/device_calls.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/testing/child_processes.h"
#include "paddle/platform/testing/expect_error.h"
#include "paddle/platform/testing/temporary_folder.h"

namespace paddle::distributed {
namespace {

using platform::ChildProcesses;
constexpr int kNoGPU = 77, kNoNccl = 78;

// NCCL refuses two members on one GPU without this, since 2.27 or so.
void LetMembersShareAGPU() { setenv("NCCL_MULTI_RANK_GPU_ENABLE", "1", 1); }

// Returns 0 if a member has the same results on a GPU as on the CPU.
int Member(int rank, const std::string& folder) {
  LetMembersShareAGPU();
  if (platform::CUDADeviceCount() == 0) return kNoGPU;
  try {
    LoadNccl();
  } catch (const platform::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return kNoNccl;
  }
  auto host = NewTransportCommunicator(ConnectGlooMember(rank, 2, folder), 5);
  const auto group = NewNcclCommunicator(std::move(host));
  for (int64_t count : {1, 16387, 1000001}) {
    const auto expected = ResultsOfDeviceCalls(&group->host(), count);
    if (ResultsOfDeviceCalls(group.get(), count) != expected) return 1;
  }
  return 0;
}

TEST(NcclProcesses, HaveTheBitsOfTheCPU) {
  const platform::TemporaryFolder folder;
  // Before this process has threads, or asks for a GPU.
  ChildProcesses members(
      2, [&](int rank) { return Member(rank, folder.Path("job")); });
  const int first = members.Wait(0), second = members.Wait(1);
  if (first == kNoGPU) GTEST_SKIP() << "no GPU";
  if (first == kNoNccl) GTEST_SKIP() << "no NCCL";
  EXPECT_EQ(first, 0);
  EXPECT_EQ(second, 0);
}

TEST(NcclProcesses, NeedAGPU) {
  if (platform::CUDADeviceCount() > 0) GTEST_SKIP() << "there is one";
  EXPECT_ERROR(NewNcclCommunicator(NewLocalCommunicator()), Unavailable, "");
}

}  // namespace
}  // namespace paddle::distributed
