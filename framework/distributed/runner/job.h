// Trains one program in several processes.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "absl/types/span.h"

#include "paddle/framework/distributed/group/communicator.h"
#include "paddle/framework/distributed/group/shard_tree.h"
#include "paddle/framework/distributed/runner/calls.h"
#include "paddle/framework/distributed/runner/served_rows.h"
#include "paddle/framework/distributed/runner/servers.h"
#include "paddle/framework/distributed/runner/stages.h"
#include "paddle/framework/distributed/server/call.pb.h"
#include "paddle/framework/distributed/server/parameter_client.h"
#include "paddle/framework/executor/executor.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/passes/data_parallel.h"
#include "paddle/framework/scope/scope.h"
#include "paddle/platform/place.h"

namespace paddle::distributed {

// The raw variables of the scope that hold the group, and what the shards of a
// trainer give to a step.
extern const char kGroupVariable[];
extern const char kShardSumsVariable[];
// The one that holds the way to the servers, if the job has any.
extern const char kServersVariable[];

// A trainer among others, as seen by itself. A job has a fixed number of
// shards, which its trainers share: batch k of the data belongs to shard
// k mod shards. All trainers have the same parameters after each step, the same
// bits for any number of trainers.
//
//   std::unique_ptr<Job> job = Job::FromEnvironment();
//   const auto programs = job->Parallelize(main, {});
//   job->BeginLoop(scope);
//   for (bool skip; job->NextRound(&skip);) {
//     const bool more = reader.Next(job->shards());  // a batch for each
//     if (skip) continue;
//     if (!job->BeginRound(more)) break;
//     job->Run(&executor, programs,
//              [&](ShardRange own) { return reader.Feeds(own); }, {"loss"},
//              scope);
//     job->EndRound();
//   }
//   job->EndLoop();
//
// With an agent (PADDLE_AGENT) trainers may be lost and come back: see Calls. A
// trainer that comes back runs its program from the start; it skips the rounds
// of loops that are over, and has the parameters of the others behind them.
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
  // system looks. With a GPU its programs run there, and the trainers exchange
  // its memory by NCCL: the library is what PADDLE_NCCL_LIBRARY names, or
  // libnccl.so.2. Unavailable if there is no such file; otherwise errors are
  // those of ReadJobEnvironment, ConnectJob, Membership and ConnectServers.
  // Servers (PADDLE_SERVERS) are called by the library `calls`, by default what
  // PADDLE_GRPC_LIBRARY names, or libpaddle_grpc.so, with the token in the file
  // that PADDLE_TOKEN_FILE names, if it is set.
  static std::unique_ptr<Job> FromEnvironment(const std::string& backend = "",
                                              int gpu = -1,
                                              const std::string& calls = "");
  explicit Job(std::shared_ptr<Communicator> group);
  explicit Job(std::unique_ptr<Calls> calls);

  int rank() const { return calls_->group()->rank(); }
  int size() const { return calls_->group()->size(); }
  int shards() const { return calls_->group()->shards(); }
  // The shards whose batches are this trainer's. With an agent they may change
  // in BeginRound, and in a step that is given up.
  ShardRange own_shards() const;
  // True if there are other trainers, or may be.
  bool has_others() const { return has_agent() || size() > 1; }

  // The number of steps so far, on which random numbers depend; who goes on
  // from a checkpoint sets it.
  int64_t steps() const { return calls_->history().steps(); }
  void set_steps(int64_t steps) { calls_->history().set_steps(steps); }
  // True if trainers that are lost come back.
  bool has_agent() const { return calls_->has_agent(); }
  // True if the next call is one that the others have made without this
  // trainer, which has come back.
  bool replaying() const { return calls_->history().replaying(); }

  // Returns the programs of a trainer, for the job's number of shards; names of
  // raw variables are the job's. InvalidArgument, naming the first difference,
  // if the trainers have different programs; errors of DataParallel.
  framework::DataParallelPrograms Parallelize(
      const std::shared_ptr<const framework::Program>& main,
      framework::DataParallelOptions options);

  // Makes this process run one stage of the program, for each step with the
  // batch of its replica; see stages.h. BindStep then prepares a scope for the
  // programs, and returns the number of the run that is the replica's.
  // Unimplemented with an agent and with servers; otherwise errors are those of
  // CutForStages.
  const StagedPrograms& ParallelizeStages(
      const std::shared_ptr<const framework::Program>& main,
      const std::shared_ptr<const framework::Program>& startup,
      const framework::PipelineOptions& pipeline,
      framework::DataParallelOptions options);

  // Has the parameters kept by servers, which serve this job alone. Called
  // before the first step.
  void UseServers(std::vector<NamedServer> servers,
                  const std::string& name = "");
  // Returns the number of servers; 0: the trainers have the parameters.
  int servers() const { return static_cast<int>(servers_.size()); }

  // Says how a program is cut for servers.
  struct CutOptions {
    // Parameters are cut into row pieces of at least so many elements.
    int64_t min_piece = 8192;
    // 0: servers run the optimizer. Otherwise each trainer does, waits for
    // nobody, and pushes how far it has come after so many of its steps
    // (DeltaServers).
    int64_t push_every = 0;
  };
  // The programs of a trainer whose parameters are on servers.
  struct ServedPrograms {
    framework::DataParallelPrograms trainers;
    std::shared_ptr<const framework::Program> startup;
  };
  // As Parallelize, for a job with servers: the first trainer sends them their
  // programs, which take the place of others of this job. `startup`, run in a
  // scope that BindStep has prepared, fetches the parameters. Further errors
  // are those of ParameterServer and SendPrograms.
  //
  // With served.async() no trainer waits for another one, or for its shards:
  // each makes steps of its own, as many as it has batches for, and statistics
  // of the forward pass are its own. Unimplemented with an agent.
  ServedPrograms ParallelizeServed(
      const std::shared_ptr<const framework::Program>& main,
      const std::shared_ptr<const framework::Program>& startup,
      framework::DataParallelOptions options,
      proto::ServerOptions served = {}) {
    return ParallelizeServed(main, startup, std::move(options),
                             std::move(served), CutOptions());
  }
  ServedPrograms ParallelizeServed(
      const std::shared_ptr<const framework::Program>& main,
      const std::shared_ptr<const framework::Program>& startup,
      framework::DataParallelOptions options, proto::ServerOptions served,
      const CutOptions& cut);
  // Tells servers that wait for no other trainer that this one makes no more
  // steps: it holds nobody up.
  void LeaveServers();

  // Sets the variables of `scope` to those that servers keep and no program of
  // a trainer has: the state of optimizers, for a checkpoint. With push_every,
  // pushes what this trainer has not pushed yet, and sets its parameters to
  // what servers have then.
  void FetchState(framework::Scope* scope);
  // Returns the tables of which servers keep the rows: no scope has them.
  const std::vector<TableSpec>& tables() const { return tables_; }
  // Writes the rows of servers to files of a folder, between two steps: all
  // trainers call it, and each writes those of some servers. Returns the names
  // of this trainer's files, by table; see SaveServedRows.
  std::map<std::string, std::vector<std::string>> SaveRows(
      const std::string& folder);
  // Has the servers begin anew with the rows of such files, by table, and with
  // this process's seed; SendState, which follows, gives them the rest. All
  // trainers call it, with the same files.
  void SendRows(const std::map<std::string, std::vector<std::string>>& files);
  // Sets the servers' variables to the values of the first trainer's `scope`,
  // of which some may be missing, and their number of steps to steps(). All
  // trainers call it, and have the same values.
  void SendState(const framework::Scope& scope);

  // A loop over data, whose steps change variables of `scope`. NextRound
  // returns false if the loop is known to be over; a round that is to be
  // skipped takes its data, and nothing else. BeginRound asks all trainers
  // whether one has data, unless the round is known; without any the loop is
  // over. `stopped` says that it has ended early, in all trainers alike.
  void BeginLoop(const std::shared_ptr<framework::Scope>& scope);
  bool NextRound(bool* skip);
  bool BeginRound(bool has_data);
  // True in a round whose calls are known in part: what was asked before it was
  // begun is not to be asked again.
  bool repeating() const { return repeating_; }
  void EndRound();
  void EndLoop(bool stopped = false);
  // True if the last loop has ended early.
  bool stopped() const { return stopped_; }

  // Runs one step with the feeds of this trainer's shards, in their order; none
  // if it has no batch left while others have. Returns what is fetched for each
  // of them; nothing for a step that the others have made without this trainer.
  // Errors are those of BeginStep and Executor::Run; FailedPrecondition if the
  // step was given up and this trainer has other shards now.
  std::vector<std::vector<framework::Fetched>> Run(
      framework::Executor* executor,
      const framework::DataParallelPrograms& programs,
      absl::Span<const framework::Feeds> feeds,
      const std::vector<std::string>& fetches,
      const std::shared_ptr<framework::Scope>& scope);
  // As above; asks for the feeds of the shards that it has in each attempt, so
  // that the number of trainers may change.
  using FeedsOf = std::function<std::vector<framework::Feeds>(ShardRange)>;
  std::vector<std::vector<framework::Fetched>> Run(
      framework::Executor* executor,
      const framework::DataParallelPrograms& programs, const FeedsOf& feeds_of,
      const std::vector<std::string>& fetches,
      const std::shared_ptr<framework::Scope>& scope);

  // For callers that run programs themselves: BeginStep, once, and then
  // BindStep for each attempt. BindStep prepares `scope`, and returns the
  // number that SetStep takes before the first shard of this trainer runs; each
  // of its others takes the next one. FailedPrecondition, naming the variable,
  // if the trainers begin with different values.
  void BeginStep(const framework::Program& program,
                 const std::shared_ptr<framework::Scope>& scope);
  int64_t BindStep(framework::Scope* scope);
  // Counts the step.
  void CompleteStep();
  // Counts a step that others have made, instead of both; see replaying().
  void ReplayStep();
  // Says what has become of a step that Unavailable has ended; see Calls.
  Calls::Outcome RepairStep() { return calls_->Repair(); }
  void TakeOverStep() { calls_->TakeOver(); }

  // Return what each trainer gives, in order of ranks; true in all trainers if
  // `own` is true in one.
  std::vector<std::string> Gather(const std::string& own);
  bool AnyOf(bool own) { return calls_->AnyOf(own); }
  // Returns when all trainers have come to it.
  void Barrier() { calls_->Barrier(); }
  // Waits for all trainers; there must be no call after it.
  void Finish();

 private:
  std::vector<std::vector<framework::Fetched>> RunOnce(
      framework::Executor* executor,
      const framework::DataParallelPrograms& programs,
      absl::Span<const framework::Feeds> feeds,
      const std::vector<std::string>& fetches,
      const std::shared_ptr<framework::Scope>& scope);

  framework::DataParallelOptions OptionsOf(
      framework::DataParallelOptions options) const;
  // Has the first trainer do something. If it is lost before the others know
  // that it was done, the one that is first then does it, so that it may be
  // done more than once.
  void MakeByFirst(const std::function<void()>& make);
  void BeginAlone();
  // Runs a program that changes what a trainer has of its parameters.
  void RunHere(const std::shared_ptr<const framework::Program>& program,
               framework::Scope* scope);
  void CheckSame(const framework::DataParallelPrograms& programs);

  std::unique_ptr<Calls> calls_;
  std::vector<NamedServer> servers_;
  std::string name_;                          // by which servers know the job
  std::shared_ptr<ParameterServers> client_;  // null without servers
  std::shared_ptr<Communicator> own_;         // this trainer alone, if async
  KeptVariables kept_;                        // by servers
  // With push_every; see ParameterServerPrograms.
  std::shared_ptr<const framework::Program> finish_, restored_;
  bool sent_ = false;  // a state, after which `restored_` has not run yet
  platform::Place place_ = platform::CPUPlace();  // of finish_
  std::vector<TableSpec> tables_;                 // of servers
  // With which servers begin anew.
  std::vector<framework::ServerPrograms> served_;
  proto::ServerOptions served_as_;
  StagedPrograms staged_;               // without main: none
  std::unordered_set<uint64_t> begun_;  // uids of programs that have run
  bool repeating_ = false;  // in a round whose calls are known in part
  bool stopped_ = false;
};

}  // namespace paddle::distributed
