// Lets one process at a time write to the folder of a job.
#pragma once

#include <chrono>
#include <string>

namespace paddle::distributed {

// Keeps the file `lock` of a job's folder locked (flock, which the file system
// must have) until it is destroyed or the process ends, however that comes: a
// process of an attempt before may still run when the next one begins. Used by
// one thread.
class JobLock {
 public:
  // Waits until no other has it, asking every 100 ms. Unavailable, naming the
  // folder, if it is still locked after that time; FailedPrecondition if the
  // folder is not there or cannot be locked.
  explicit JobLock(const std::string& folder,
                   std::chrono::milliseconds most = std::chrono::seconds(60));
  ~JobLock();
  JobLock(const JobLock&) = delete;
  JobLock& operator=(const JobLock&) = delete;

 private:
  void Take(const std::string& folder, std::chrono::milliseconds most) const;

  int file_ = -1;
};

}  // namespace paddle::distributed
