// Runs the processes of jobs that a node has.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

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
// one thread, with which the processes end.
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
  // one does. One that cannot be started, or be told of, is tried again at the
  // next call.
  void Update(const std::vector<ScheduledJob>& jobs);
  // Tells of processes that have ended or listen since.
  void Watch();
  // Ends all, and tells nobody: another node may have their jobs.
  void EndAll() { running_.clear(); }

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

  std::vector<ProcessName> WantedOf(const ScheduledJob& job) const;
  void StartOne(const ScheduledJob& job, const ProcessName& name);
  void Look(const ProcessName& name, Process* process) const;
  void Tell(const ProcessName& name, Process* process) const;
  // Returns what a process has said at its end.
  std::string LastWords(const ProcessName& name) const;

  const std::string node_;
  const JobFolders& folders_;
  const StartOf start_;
  const Say say_;
  // Also those that have ended, as long as a job wants them.
  std::map<ProcessName, Process> running_;
};

}  // namespace paddle::distributed
