// Runs code in several child processes of a test.
#pragma once

#include <signal.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <vector>

#include "gtest/gtest.h"

namespace paddle::platform {

// Processes that run body(rank) and exit with what it returns; killed in the
// end, and after a minute. The test must have no threads when it makes them,
// such as those of an end of Gloo.
class ChildProcesses {
 public:
  template <typename Body>
  ChildProcesses(int size, const Body& body) {
    for (int rank = 0; rank < size; ++rank) {
      const pid_t child = fork();
      if (child == 0) {
        alarm(60);
        const int status = body(rank);
        _exit(::testing::Test::HasFailure() ? 1 : status);
      }
      children_.push_back(child);
    }
  }
  ~ChildProcesses() {
    for (const pid_t child : children_) {
      if (child > 0) kill(child, SIGKILL), waitpid(child, nullptr, 0);
    }
  }
  ChildProcesses(const ChildProcesses&) = delete;
  ChildProcesses& operator=(const ChildProcesses&) = delete;

  void Signal(int rank, int signal) const { kill(children_[rank], signal); }
  // Returns the exit status; -1 if the process was killed.
  int Wait(int rank) {
    int status = 0;
    if (waitpid(children_[rank], &status, 0) != children_[rank]) return -1;
    children_[rank] = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

 private:
  std::vector<pid_t> children_;
};

}  // namespace paddle::platform
