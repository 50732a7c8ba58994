#include "paddle/framework/distributed/master/child_process.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <memory>
#include <string>
#include <thread>

#include "absl/strings/numbers.h"
#include "gtest/gtest.h"

#include "paddle/platform/file.h"
#include "paddle/platform/testing/expect_error.h"
#include "paddle/platform/testing/temporary_folder.h"

namespace paddle::distributed {
namespace {

void Rest() { std::this_thread::sleep_for(std::chrono::milliseconds(2)); }

int StatusOf(ChildProcess* child) {
  while (!child->Ended()) Rest();
  return *child->Ended();
}

class ChildProcessTest : public ::testing::Test {
 protected:
  std::unique_ptr<ChildProcess> Shell(const std::string& script) const {
    return std::make_unique<ChildProcess>(
        std::vector<std::string>{"/bin/sh", "-c", script},
        std::vector<std::string>{"GREETING=hello"}, output_);
  }
  // Waits until the child has written a whole line.
  std::string Line() const {
    while (::access(output_.c_str(), R_OK) != 0) Rest();
    std::string text;
    while (text.empty() || text.back() != '\n') {
      Rest();
      text = platform::ReadFile(output_);
    }
    return text;
  }

  const platform::TemporaryFolder folder_;
  const std::string output_ = folder_.Path("output");
};

TEST_F(ChildProcessTest, AppendsWhatItSays) {
  EXPECT_EQ(EndOf(StatusOf(Shell("echo $GREETING; exit 3").get())), "status 3");
  EXPECT_EQ(EndOf(StatusOf(Shell("echo $HOME-error >&2").get())), "status 0");
  EXPECT_EQ(platform::ReadFile(output_), "hello\n-error\n");
}

TEST_F(ChildProcessTest, EndsByForce) {
  const auto child = Shell("trap '' TERM; echo ready; exec sleep 1000");
  Line();
  EXPECT_FALSE(child->Ended().has_value());
  child->End();
  EXPECT_EQ(EndOf(StatusOf(child.get())), "signal 9, Killed");
  child->End();  // does nothing more
}

TEST_F(ChildProcessTest, EndsWithItsOwner) {
  int pid = 0;
  {
    const auto child = Shell("echo $$; exec sleep 1000");
    ASSERT_TRUE(absl::SimpleAtoi(Line(), &pid));
    EXPECT_EQ(::kill(pid, 0), 0);
  }
  EXPECT_EQ(::kill(pid, 0), -1);
}

TEST_F(ChildProcessTest, EndsWithTheThreadThatStartedIt) {
  const pid_t self = ::getpid();
  pid_t child = 0;
  int ready[2];
  ASSERT_EQ(::pipe(ready), 0);
  std::thread([&] {
    child = ::fork();
    if (child == 0) {
      EndWithParent(self);
      if (::write(ready[1], "r", 1) != 1) ::_exit(2);
      while (true) ::pause();
    }
    // Not before the child has asked for it.
    char byte = 0;
    EXPECT_EQ(::read(ready[0], &byte, 1), 1);
  }).join();
  int status = 0;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(EndOf(status), "signal 9, Killed");
  for (const int end : ready) ::close(end);
  child = ::fork();
  if (child == 0) {
    EndWithParent(self + 1);  // who has ended before
    while (true) ::pause();
  }
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(EndOf(status), "status 1");
}

TEST_F(ChildProcessTest, ReportsWhatCannotBeStarted) {
  EXPECT_ERROR(ChildProcess({"/none/such"}, {}, output_), Unavailable,
               "starting /none/such");
  EXPECT_ERROR(ChildProcess({"/bin/sh"}, {}, folder_.Path("none/output")),
               Unavailable, "none/output");
}

}  // namespace
}  // namespace paddle::distributed
