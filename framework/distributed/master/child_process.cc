#include "paddle/framework/distributed/master/child_process.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "absl/strings/str_cat.h"

#include "paddle/platform/enforce.h"

namespace paddle::distributed {
namespace {

// The form of lists that the system takes; valid as long as the texts.
std::vector<char*> PointersTo(const std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (const std::string& text : texts) {
    pointers.push_back(const_cast<char*>(text.c_str()));
  }
  pointers.push_back(nullptr);
  return pointers;
}

// The state between the fork and the new program.
class Preparation {
 public:
  explicit Preparation(const std::string& output) {
    ::posix_spawn_file_actions_init(&files_);
    ::posix_spawnattr_init(&attributes_);
    ::posix_spawn_file_actions_addopen(&files_, STDIN_FILENO, "/dev/null",
                                       O_RDONLY, 0);
    ::posix_spawn_file_actions_addopen(&files_, STDOUT_FILENO, output.c_str(),
                                       O_WRONLY | O_CREAT | O_APPEND, 0666);
    ::posix_spawn_file_actions_adddup2(&files_, STDOUT_FILENO, STDERR_FILENO);
    SetSignals();
  }
  ~Preparation() {
    ::posix_spawn_file_actions_destroy(&files_);
    ::posix_spawnattr_destroy(&attributes_);
  }
  Preparation(const Preparation&) = delete;
  Preparation& operator=(const Preparation&) = delete;

  const posix_spawn_file_actions_t* files() const { return &files_; }
  const posix_spawnattr_t* attributes() const { return &attributes_; }

 private:
  // None is blocked or ignored in the child, whatever they are here.
  void SetSignals() {
    sigset_t all, none;
    ::sigfillset(&all);
    ::sigemptyset(&none);
    ::posix_spawnattr_setsigdefault(&attributes_, &all);
    ::posix_spawnattr_setsigmask(&attributes_, &none);
    ::posix_spawnattr_setflags(&attributes_,
                               POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  }

  posix_spawn_file_actions_t files_;
  posix_spawnattr_t attributes_;
};

pid_t Start(const std::vector<std::string>& command,
            const std::vector<std::string>& environment,
            const std::string& output) {
  const Preparation preparation(output);
  pid_t pid = 0;
  const int error = ::posix_spawn(
      &pid, command[0].c_str(), preparation.files(), preparation.attributes(),
      PointersTo(command).data(), PointersTo(environment).data());
  PADDLE_ENFORCE(error == 0, Unavailable, "starting ", command[0],
                 " with the output ", output, ": ", std::strerror(error));
  return pid;
}

}  // namespace

ChildProcess::ChildProcess(const std::vector<std::string>& command,
                           const std::vector<std::string>& environment,
                           const std::string& output)
    : pid_(Start(command, environment, output)) {}

ChildProcess::~ChildProcess() { End(); }

absl::optional<int> ChildProcess::Ended() {
  int status = 0;
  if (!status_ && ::waitpid(pid_, &status, WNOHANG) == pid_) status_ = status;
  return status_;
}

void ChildProcess::End() {
  if (Ended()) return;
  ::kill(pid_, SIGKILL);
  int status = 0;
  while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  status_ = status;
}

std::string EndOf(int status) {
  if (!WIFSIGNALED(status)) return absl::StrCat("status ", WEXITSTATUS(status));
  return absl::StrCat("signal ", WTERMSIG(status), ", ",
                      ::strsignal(WTERMSIG(status)));
}

void EndWithParent(pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) std::exit(1);
}

}  // namespace paddle::distributed
