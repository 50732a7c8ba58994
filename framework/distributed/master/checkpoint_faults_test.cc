// Kills a process, or fills its disk, at each change that it makes of
// checkpoints.
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <variant>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

#include "paddle/framework/distributed/master/checkpoint.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/tensor/serialization.h"
#include "paddle/platform/file.h"
#include "paddle/platform/testing/temporary_folder.h"

namespace paddle::distributed {
namespace {

constexpr char kWriter[] =
    "framework/distributed/master/testing/write_checkpoints";
constexpr char kFaults[] = "python/tests/libdisk_faults.so";

class CheckpointFaultsTest : public ::testing::Test {
 protected:
  std::string Folder() const { return folder_.Path("job"); }

  // Writes checkpoints in another process, to a new folder, with a fault at a
  // change (0: none). Returns the steps that it has told; all others may be
  // there or not.
  int64_t Write(int at, bool full = false) const {
    std::filesystem::remove_all(Folder());
    const pid_t child = fork();
    if (child == 0) Become(at, full);
    int status = 0;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    const bool killed = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
    const bool failed = WIFEXITED(status) && WEXITSTATUS(status) == 1;
    EXPECT_TRUE(at == 0 ? status == 0 : full ? failed || status == 0 : killed);
    const std::string told = platform::ReadFile(folder_.Path("told"));
    // One line a checkpoint, of one digit.
    return static_cast<int64_t>(told.size() / 2);
  }

  [[noreturn]] void Become(int at, bool full) const {
    const int told =
        open(folder_.Path("told").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
    dup2(told, STDOUT_FILENO);
    setenv("LD_PRELOAD", std::filesystem::absolute(kFaults).c_str(), 1);
    // Its own library need not be the first that is loaded.
    setenv("ASAN_OPTIONS", "verify_asan_link_order=0", 1);
    setenv("FAULTS_FOLDER", Folder().c_str(), 1);
    setenv("FAULTS_AT", absl::StrCat(at).c_str(), 1);
    setenv("FAULTS_COUNT", folder_.Path("count").c_str(), 1);
    if (full) setenv("FAULTS_FULL", "1", 1);
    execl(kWriter, kWriter, Folder().c_str(), nullptr);
    _exit(127);
  }

  int Changes() const {
    EXPECT_EQ(Write(0), 4);
    int changes = 0;
    EXPECT_TRUE(
        absl::SimpleAtoi(platform::ReadFile(folder_.Path("count")), &changes));
    return changes;
  }

  // Returns the steps of the newest checkpoint, after checking its values; 0
  // without any. None may be damaged.
  int64_t Latest() const {
    const JobCheckpoints checkpoints(Folder());
    const auto found = checkpoints.Latest(
        [](const std::string& message) { ADD_FAILURE() << message; });
    if (!found.has_value()) return 0;
    const auto values =
        framework::LoadTensors(checkpoints.ValuesOf(found->steps()));
    const auto& value = std::get<framework::LoDTensor>(values.at("w"));
    EXPECT_EQ(value.data<int64_t>()[99], found->steps());
    return found->steps();
  }

  const platform::TemporaryFolder folder_;
};

TEST_F(CheckpointFaultsTest, AKilledProcessLeavesTheOneBefore) {
  const int changes = Changes();
  EXPECT_GT(changes, 40);
  for (int at = 1; at <= changes; ++at) {
    const int64_t told = Write(at);
    EXPECT_LT(told, 5);
    const int64_t found = Latest();
    EXPECT_TRUE(found == told || found == told + 1)
        << found << " instead of " << told << " at change " << at;
  }
}

TEST_F(CheckpointFaultsTest, AFullDiskLeavesTheOneBefore) {
  const int changes = Changes();
  for (int at = 1; at <= changes; ++at) {
    const int64_t told = Write(at, /*full=*/true);
    const int64_t found = Latest();
    EXPECT_TRUE(found == told || found == told + 1)
        << found << " instead of " << told << " at change " << at;
  }
}

}  // namespace
}  // namespace paddle::distributed
