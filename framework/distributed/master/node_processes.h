// Runs the processes of jobs that a node has.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "absl/types/optional.h"

#include "paddle/framework/distributed/master/child_process.h"
#include "paddle/framework/distributed/master/job_folders.h"
#include "paddle/framework/distributed/master/schedule.h"
#include "paddle/framework/distributed/master/submitted_job.pb.h"

namespace paddle::distributed {

// A process of an attempt of a job.
struct ProcessName {
  std::string job;
  int attempt = 1;
  std::string process;  // TrainerName or ServerName

  bool operator<(const ProcessName& other) const {
    return std::tie(job, attempt, process) <
           std::tie(other.job, other.attempt, other.process);
  }
};

// The status with which a process ends that has lost others, and has no fault
// of its own: EX_TEMPFAIL.
inline constexpr int kLostOthers = 75;

// Starts, watches and ends processes of a node, so that those run that jobs
// say. Trainers are started when all servers of their attempt listen. Used by
// one thread, with which the processes end, but for Fence.
class NodeProcesses {
 public:
  // Returns the command and the environment of a process.
  struct Start {
    std::vector<std::string> command;
    std::vector<std::string> environment;
  };
  using StartOf =
      std::function<Start(const ScheduledJob& job, const ProcessName& name)>;
  // Is told each change of a process.
  using Say = std::function<void(const ProcessName& name,
                                 const proto::ProcessState& state)>;

  // `node` is its name among those of jobs. `folders` must outlive this.
  NodeProcesses(std::string node, const JobFolders& folders, StartOf start,
                Say say);

  // Ends the processes that no job wants here any more, and starts those that
  // one does. Of a job that waits for its next attempt it tells that those here
  // have ended. One that cannot be started is lost; what nobody heard is told
  // again.
  void Update(const std::vector<ScheduledJob>& jobs);
  // Tells of processes that have ended or listen since.
  void Watch();
  // Ends all at once, starts no other, and tells nobody: another node may have
  // their jobs. May be called by another thread, also while a call of the first
  // one waits for a disk or the store.
  void Fence();

  // The file to which a server writes its address, "host:port", when it
  // listens.
  static std::string AddressFile(const JobFolders& folders,
                                 const ProcessName& name);

 private:
  struct Process {
    std::unique_ptr<ChildProcess> child;  // null when it has ended
    proto::ProcessState state;
    bool told = false;  // of that state
  };

  using Running = std::map<ProcessName, Process>;

  // Ends it; returns the next one.
  Running::iterator EndOne(Running::iterator process);
  std::vector<ProcessName> OwnOf(const ScheduledJob& job) const;
  void EndAttempt(const ScheduledJob& job);
  std::unique_ptr<ChildProcess> ChildOf(const ScheduledJob& job,
                                        const ProcessName& name);
  absl::optional<int> EndedOf(ChildProcess* child);
  void StartOne(const ScheduledJob& job, const ProcessName& name);
  void Look(const ProcessName& name, Process* process);
  void Tell(const ProcessName& name, Process* process) const;
  // Returns what a process has said at its end.
  std::string LastWords(const ProcessName& name) const;

  const std::string node_;
  const JobFolders& folders_;
  const StartOf start_;
  const Say say_;
  // Also those that have ended, as long as a job wants them.
  Running running_;
  std::mutex mutex_;      // of all below
  std::set<pid_t> pids_;  // of those that run
  bool fenced_ = false;
};

}  // namespace paddle::distributed
