#include "paddle/framework/distributed/runner/connect.h"

#include <string>
#include <thread>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/distributed/store/testing/etcd_server.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/testing/expect_error.h"
#include "paddle/platform/testing/temporary_folder.h"

namespace paddle::distributed {
namespace {

constexpr char kGloo[] = "framework/distributed/gloo/libpaddle_gloo.so";

float SumOver(Communicator* group, float own) {
  void* part = &own;
  group->AllReduce({absl::MakeConstSpan(&part, 1), 1,
                    framework::DataType::kFloat32, Reduction::kSum},
                   part);
  return own;
}

TEST(ConnectJob, AloneNeedsNothing) {
  const auto group = ConnectJob({});
  EXPECT_EQ(group->size(), 1);
  EXPECT_EQ(SumOver(group.get(), 3), 3);
}

void Meet(const std::string& store) {
  std::vector<float> sums(3);
  std::vector<std::thread> threads;
  for (int rank = 0; rank < 3; ++rank) {
    threads.emplace_back([&, rank] {
      JobMember member;
      member.rank = rank;
      member.size = member.shards = 3;
      member.store = store;
      member.calls = kTestRpcLibrary;
      member.backend = kGloo;
      sums[rank] = SumOver(ConnectJob(member).get(), rank + 1.0f);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(sums, std::vector<float>({6, 6, 6}));
}

TEST(ConnectJob, MembersMeetInTheStore) {
  const platform::TemporaryFolder folder;
  Meet("file://" + folder.Path("job"));
}

TEST(ConnectJob, MembersMeetInEtcd) {
  const EtcdServer etcd;
  Meet(etcd.url());
}

TEST(ConnectJob, MemberThatDoesNotComeIsAnError) {
  const platform::TemporaryFolder folder;
  JobMember member;
  member.size = member.shards = 2;
  member.store = "file://" + folder.Path("job");
  member.backend = kGloo;
  member.timeout = std::chrono::milliseconds(50);
  EXPECT_ERROR(ConnectJob(member), Unavailable, "");
}

TEST(ConnectJob, WithoutAGPUThereIsNoMemoryOfOne) {
  if (platform::CUDADeviceCount() > 0) GTEST_SKIP() << "there is one";
  JobMember member;
  member.gpu = 0;
  EXPECT_ERROR(ConnectJob(member), Unavailable, "");
}

TEST(ConnectJob, RefusesAnUnknownStore) {
  JobMember member;
  member.size = member.shards = 2;
  member.store = "carrier-pigeon://roof";
  EXPECT_ERROR(ConnectJob(member), InvalidArgument, "carrier-pigeon");
}

}  // namespace
}  // namespace paddle::distributed
