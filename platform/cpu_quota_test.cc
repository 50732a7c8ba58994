#include "paddle/platform/cpu_quota.h"

#include <filesystem>
#include <string>

#include "gtest/gtest.h"

#include "paddle/platform/file.h"
#include "paddle/platform/testing/temporary_folder.h"

namespace paddle::platform {
namespace {

class CPUQuotaTest : public ::testing::Test {
 protected:
  void Write(const std::string& name, const std::string& text) const {
    const std::string path = folder_.Path(name);
    std::filesystem::create_directories(
        std::filesystem::path(path).parent_path());
    AtomicWriteFile(path, text);
  }
  double Quota() const { return CPUQuota(folder_.Path("")); }

  TemporaryFolder folder_;
};

TEST_F(CPUQuotaTest, NoGroupsLimitNothing) {
  EXPECT_EQ(Quota(), 0);
  Write("proc/self/cgroup", "0::/\n");
  EXPECT_EQ(Quota(), 0);
  EXPECT_GE(CPUQuota(), 0);
}

TEST_F(CPUQuotaTest, AGroupOfVersion2LimitsTime) {
  Write("proc/self/cgroup", "0::/\n");
  Write("sys/fs/cgroup/cpu.max", "150000 100000\n");
  EXPECT_EQ(Quota(), 1.5);
  Write("sys/fs/cgroup/cpu.max", "max 100000\n");
  EXPECT_EQ(Quota(), 0);
}

TEST_F(CPUQuotaTest, TheSmallestLimitOfGroupsInsideEachOtherCounts) {
  Write("proc/self/cgroup", "0::/pods/one\n");
  Write("sys/fs/cgroup/pods/one/cpu.max", "800000 100000\n");
  Write("sys/fs/cgroup/pods/cpu.max", "200000 100000\n");
  EXPECT_EQ(Quota(), 2);
  Write("sys/fs/cgroup/pods/one/cpu.max", "50000 100000\n");
  EXPECT_EQ(Quota(), 0.5);
}

TEST_F(CPUQuotaTest, AGroupOfVersion1LimitsTime) {
  Write("proc/self/cgroup", "5:memory:/x\n4:cpuset,cpu,cpuacct:/docker/a\n");
  Write("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "300000\n");
  Write("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(Quota(), 3);
  Write("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n");
  EXPECT_EQ(Quota(), 0);
}

TEST_F(CPUQuotaTest, NonsenseLimitsNothing) {
  Write("proc/self/cgroup", "::\n0\n\n0::/\n");
  Write("sys/fs/cgroup/cpu.max", "1e5x -\n");
  EXPECT_EQ(Quota(), 0);
  Write("sys/fs/cgroup/cpu.max", "100000 0\n");
  EXPECT_EQ(Quota(), 0);
}

}  // namespace
}  // namespace paddle::platform
