// Trains one program in several processes.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

#include "absl/types/span.h"

#include "paddle/framework/distributed/group/communicator.h"
#include "paddle/framework/distributed/group/shard_tree.h"
#include "paddle/framework/executor/executor.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/passes/data_parallel.h"
#include "paddle/framework/scope/scope.h"

namespace paddle::distributed {

// The raw variables of the scope that hold the group, and what the shards of a
// trainer give to a step.
extern const char kGroupVariable[];
extern const char kShardSumsVariable[];

// A trainer among others, as seen by itself. A job has a fixed number of
// shards, which its trainers share: batch k of the data belongs to shard
// k mod shards. All trainers have the same parameters after each step, the same
// bits for any number of trainers.
//
//   std::unique_ptr<Job> job = Job::FromEnvironment();
//   const auto programs = job->Parallelize(main, {});
//   while (job->AnyOf(reader.Next(job->own_shards(), &feeds))) {
//     job->Run(&executor, programs, feeds, {"loss"}, scope.get());
//   }
//
// All trainers make the same calls in the same order. Their errors are those of
// Communicator, besides those named here. Used by one thread.
class Job {
 public:
  // Makes this process a trainer of the job that started it, and gives it the
  // seed of random numbers of the first trainer. Alone, it is a job of one.
  // PADDLE_ADDRESS is the number by which others reach this machine, 127.0.0.1
  // by default. `backend` is the library that carries bytes between processes,
  // by default what PADDLE_GLOO_LIBRARY names, or libpaddle_gloo.so where the
  // system looks. Unavailable if there is no such file; otherwise errors are
  // those of ReadJobEnvironment and ConnectJob.
  static std::unique_ptr<Job> FromEnvironment(const std::string& backend = "");
  explicit Job(std::shared_ptr<Communicator> group);

  int rank() const { return group_->rank(); }
  int size() const { return group_->size(); }
  int shards() const { return group_->shards(); }
  // The shards whose batches are this trainer's.
  ShardRange own_shards() const;
  Communicator& group() { return *group_; }

  // The number of steps so far, on which random numbers depend; who goes on
  // from a checkpoint sets it.
  int64_t steps() const { return steps_; }
  void set_steps(int64_t steps) { steps_ = steps; }

  // Returns the programs of a trainer, for the job's number of shards; names of
  // raw variables are the job's. InvalidArgument, naming the first difference,
  // if the trainers have different programs; errors of DataParallel.
  framework::DataParallelPrograms Parallelize(
      const std::shared_ptr<const framework::Program>& main,
      framework::DataParallelOptions options);

  // Runs one step with the feeds of this trainer's shards, in their order; none
  // if it has no batch left while others have. Returns what is fetched for each
  // of them. Errors are those of BeginStep and Executor::Run.
  std::vector<std::vector<framework::Fetched>> Run(
      framework::Executor* executor,
      const framework::DataParallelPrograms& programs,
      absl::Span<const framework::Feeds> feeds,
      const std::vector<std::string>& fetches, framework::Scope* scope);

  // Prepares `scope` for a step, for callers that run programs themselves.
  // Returns the number that SetStep takes before the first shard of this
  // trainer runs; each of its others takes the next one. Programs that
  // Parallelize has not made have no `program`. FailedPrecondition, naming the
  // variable, if the trainers begin with different values.
  int64_t BeginStep(const framework::Program* program, framework::Scope* scope);

  // Returns true in all trainers if `own` is true in one.
  bool AnyOf(bool own);

 private:
  const std::shared_ptr<Communicator> group_;
  int64_t steps_ = 0;
  std::unordered_set<uint64_t> begun_;  // uids of programs that have run
};

}  // namespace paddle::distributed
