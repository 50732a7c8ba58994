#include "paddle/framework/distributed/master/job_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <thread>

#include "paddle/platform/enforce.h"

namespace paddle::distributed {
namespace {

constexpr std::chrono::milliseconds kPause{100};

// True if the file is now locked, false if another one has locked it.
bool IsTaken(int file, const std::string& folder) {
  if (flock(file, LOCK_EX | LOCK_NB) == 0) return true;
  PADDLE_ENFORCE(errno == EWOULDBLOCK || errno == EINTR, FailedPrecondition,
                 "cannot lock ", folder, "/lock: ", std::strerror(errno));
  return false;
}

}  // namespace

JobLock::JobLock(const std::string& folder, std::chrono::milliseconds most) {
  const std::string path = folder + "/lock";
  file_ = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  PADDLE_ENFORCE(file_ >= 0, FailedPrecondition, "cannot write ", path, ": ",
                 std::strerror(errno));
  try {
    Take(folder, most);
  } catch (...) {
    close(file_);
    throw;
  }
}

JobLock::~JobLock() { close(file_); }

void JobLock::Take(const std::string& folder,
                   std::chrono::milliseconds most) const {
  const auto end = std::chrono::steady_clock::now() + most;
  while (!IsTaken(file_, folder)) {
    PADDLE_ENFORCE(std::chrono::steady_clock::now() < end, Unavailable, folder,
                   " is still written by an attempt before, after ",
                   most.count(), " ms");
    std::this_thread::sleep_for(kPause);
  }
}

}  // namespace paddle::distributed
