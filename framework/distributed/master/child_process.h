// Starts a process, and ends it.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "absl/types/optional.h"

namespace paddle::distributed {

// A process that this one has started: it reads nothing, and appends what it
// says to a file. Used by one thread.
class ChildProcess {
 public:
  // `environment`: "NAME=value", all that it has. Unavailable, naming the
  // program or the file, if it cannot be started.
  ChildProcess(const std::vector<std::string>& command,
               const std::vector<std::string>& environment,
               const std::string& output);
  // Ends the process.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  pid_t pid() const { return pid_; }
  // Returns the status that waitpid gives, once the process has ended.
  absl::optional<int> Ended();
  // Ends the process, by a signal that it cannot refuse, and waits for it.
  void End();

 private:
  const pid_t pid_;
  absl::optional<int> status_;
};

// Says in words how a process has ended: "status 1" or "signal 9, Killed".
std::string EndOf(int status);

// Has this process end with the thread that started it, of the process
// `parent`; at once if that process has ended already. The thread must live
// until then.
void EndWithParent(pid_t parent);

}  // namespace paddle::distributed
