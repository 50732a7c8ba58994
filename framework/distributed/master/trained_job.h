// Makes the steps of a job that was sent, and keeps what it goes on from.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "paddle/framework/distributed/master/check_job.h"
#include "paddle/framework/distributed/master/checkpoint.h"
#include "paddle/framework/distributed/master/job_lock.h"
#include "paddle/framework/distributed/master/metrics_file.h"
#include "paddle/framework/distributed/master/submitted_job.pb.h"
#include "paddle/framework/distributed/runner/job.h"
#include "paddle/framework/executor/executor.h"
#include "paddle/framework/scope/scope.h"

namespace paddle::distributed {

// One trainer's side of a job. The first trainer writes checkpoints, and a line
// of metrics for each step (metrics_file.h, the file `metrics`), to the folder
// of the job, which all of them read. It has the folder's lock (job_lock.h)
// from before it looks for checkpoints until it is destroyed. Used by one
// thread.
class TrainedJob {
 public:
  // Cuts the programs, runs startup, and goes on from the newest checkpoint
  // that is whole, if there is one. Those that are not are named on stderr.
  // `spec` and `job` outlive this. Errors are those of Job::Parallelize or
  // ParallelizeServed, Executor::Run, JobCheckpoints, JobLock, LoadVariables
  // and Job; FailedPrecondition if the job has other servers or shards than the
  // spec says, or an agent, by which lost trainers would come back one by one.
  TrainedJob(const proto::JobSpec& spec, const CheckedJob& programs,
             const std::string& folder, Job* job);

  // Returns how far the job has come.
  const proto::Progress& progress() const { return progress_; }
  // True if there is something to go on from: it has, or this trainer has made
  // it. Always false in trainers other than the first while the job is new.
  bool has_checkpoint() const { return !saved_.empty(); }
  const std::shared_ptr<framework::Scope>& scope() const { return scope_; }

  // Makes a step with the batches of this trainer's shards; it is then so far,
  // of which Step counts the steps itself. Writes a checkpoint if it is time.
  // Errors are those of Job::Run, JobCheckpoints and MetricsFile;
  // InvalidArgument for a metric that is not one number.
  void Step(const std::vector<framework::Feeds>& feeds,
            const proto::Progress& behind);
  // Writes a checkpoint, in the first trainer, unless there is that one.
  void Save(const proto::Progress& behind);

 private:
  void Cut(const CheckedJob& programs);
  void GoOn(const framework::Program& main);
  void Record(std::vector<BatchMetrics> own);

  const proto::JobSpec& spec_;
  Job* const job_;
  const std::vector<std::string> persistables_;
  const std::vector<std::string> metrics_;  // their names
  const JobCheckpoints checkpoints_;
  const std::shared_ptr<framework::Scope> scope_ = framework::Scope::Create();
  framework::Executor executor_;
  Job::ServedPrograms programs_;
  proto::Progress progress_;
  std::string saved_;                   // the Progress of the last checkpoint
  std::unique_ptr<JobLock> lock_;       // null but in the first trainer
  std::unique_ptr<MetricsFile> lines_;  // so is this
};

}  // namespace paddle::distributed
