#include "paddle/framework/distributed/master/job_lock.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <memory>
#include <thread>

#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"
#include "paddle/platform/testing/temporary_folder.h"

namespace paddle::distributed {
namespace {

using std::chrono::milliseconds;

TEST(JobLockTest, TheSecondWaitsUntilTheFirstHasGone) {
  const platform::TemporaryFolder folder;
  auto first = std::make_unique<JobLock>(folder.Path(""));
  std::atomic<bool> gone{false};
  std::thread ending([&] {
    std::this_thread::sleep_for(milliseconds(300));
    gone = true;
    first = nullptr;
  });
  const JobLock second(folder.Path(""));
  EXPECT_TRUE(gone);
  ending.join();
  EXPECT_ERROR(JobLock(folder.Path(""), milliseconds(200)), Unavailable,
               "is still written by an attempt before");
}

TEST(JobLockTest, AProcessThatIsKilledLosesIt) {
  const platform::TemporaryFolder folder;
  int ready[2];
  ASSERT_EQ(pipe(ready), 0);
  const pid_t child = fork();
  if (child == 0) {
    const JobLock lock(folder.Path(""));
    if (write(ready[1], "x", 1) != 1) _exit(1);
    for (;;) pause();
  }
  char byte = 0;
  EXPECT_EQ(read(ready[0], &byte, 1), 1);
  EXPECT_ERROR(JobLock(folder.Path(""), milliseconds(0)), Unavailable,
               folder.Path(""));
  kill(child, SIGKILL);
  EXPECT_EQ(waitpid(child, nullptr, 0), child);
  const JobLock lock(folder.Path(""), milliseconds(0));
  for (const int end : ready) close(end);
}

TEST(JobLockTest, NeedsAFolder) {
  const platform::TemporaryFolder folder;
  EXPECT_ERROR(JobLock(folder.Path("none")), FailedPrecondition,
               "none/lock: No such file");
  std::filesystem::create_directory(folder.Path("lock"));
  EXPECT_ERROR(JobLock(folder.Path("")), FailedPrecondition, "Is a directory");
}

}  // namespace
}  // namespace paddle::distributed
