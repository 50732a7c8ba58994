// Trains a job that was sent, as one of its trainers.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "absl/types/optional.h"

#include "paddle/framework/distributed/master/submitted_job.pb.h"
#include "paddle/framework/distributed/runner/job.h"

namespace paddle::distributed {

// Deals out pieces of data, as trainers come for them: task t is the file
// t % files of the epoch t / files. Used by one thread.
class TaskSource {
 public:
  virtual ~TaskSource() = default;
  // Returns a task that is this trainer's now; none if there is nothing left.
  // It must not wait for trainers whose staleness is bounded: they may wait for
  // this one.
  virtual absl::optional<int> Claim() = 0;
  // Says that a task that was claimed has been trained on.
  virtual void Done(int task) = 0;
};

struct TrainOptions {
  // Deals out the data of a job whose trainers do not wait for each other
  // (async); by default trainer r of n has each n-th task from r on. Outlives
  // the call.
  TaskSource* tasks = nullptr;
  // Called behind each step with their number; if it throws, training ends.
  std::function<void(int64_t steps)> behind_step = nullptr;
};

// Returns how many tasks the data of a job are.
int TasksOf(const proto::JobSpec& spec);

// Trains to the end of the last epoch, from the newest checkpoint in `folder`
// on, which all trainers read and the first one writes. Batch k of an epoch is
// of shard k mod shards: the parameters, and the file `metrics`, are the same
// bits for any number of trainers and of servers, also if those before were
// others or were lost. Checkpoints are as the spec says, and one at the end.
//
// With async each trainer makes steps on tasks of its own; metrics are those of
// the first trainer's steps, and the end of an epoch, at which a checkpoint is
// made, is where it begins a later one. Going on from a checkpoint, it has the
// values of then; tasks that were done meanwhile stay done, and those that it
// had begun are made again: without `tasks`, all of the epoch in which the
// first trainer was. The first trainer makes a checkpoint behind its first task
// besides, as one that begins without any has only the values of startup: what
// others have trained before that one is then lost, though their tasks stay
// done.
//
// Errors are those of ProgramsOf, OpenData and TrainedJob. Unavailable only
// if another process was lost: disks that fail are FailedPrecondition.
void Train(const proto::JobSpec& spec, const std::string& folder,
           const std::string& data_folder, Job* job,
           const TrainOptions& options = {});

}  // namespace paddle::distributed
