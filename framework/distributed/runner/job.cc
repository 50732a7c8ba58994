#include "paddle/framework/distributed/runner/job.h"

#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

#include "paddle/framework/distributed/group/shard_sums.h"
#include "paddle/framework/distributed/group/transport_communicator.h"
#include "paddle/framework/distributed/runner/agreement.h"
#include "paddle/framework/distributed/runner/connect.h"
#include "paddle/framework/distributed/runner/environment.h"
#include "paddle/framework/distributed/server/token.h"
#include "paddle/framework/executor/random_seed.h"
#include "paddle/framework/io/inference_model.h"
#include "paddle/framework/passes/delta_servers.h"
#include "paddle/framework/scope/scope_locks.h"
#include "paddle/platform/enforce.h"

namespace paddle::distributed {
namespace {

using framework::DataParallelPrograms;
using framework::Executor;
using framework::Feeds;
using framework::Fetched;
using framework::Program;
using framework::Scope;

std::string Variable(const char* name, const std::string& otherwise) {
  const char* value = std::getenv(name);
  return value == nullptr ? otherwise : value;
}

// A library that a job loads if it needs it.
struct Library {
  const char* file;
  const char* variable;  // of the environment, with its path
  const char* need;
};

constexpr Library kGloo = {"libpaddle_gloo.so", "PADDLE_GLOO_LIBRARY",
                           "of several trainers"};
constexpr Library kGrpc = {"libpaddle_grpc.so", "PADDLE_GRPC_LIBRARY",
                           "with servers"};

// Returns the file of a library that carries bytes between processes. A name
// without a slash is left to the system.
std::string LibraryOr(const std::string& given, const Library& library) {
  const std::string path =
      given.empty() ? Variable(library.variable, library.file) : given;
  PADDLE_ENFORCE(
      !absl::StrContains(path, '/') || ::access(path.c_str(), R_OK) == 0,
      Unavailable, path, " does not exist: a job ", library.need, " needs ",
      library.file, "; ", library.variable, " says where it is");
  return path;
}

JobMember MemberOf(const JobEnvironment& place, const std::string& backend,
                   int gpu, const std::string& calls) {
  JobMember member;
  member.gpu = gpu;
  member.calls = calls.empty() ? Variable(kGrpc.variable, member.calls) : calls;
  member.nccl = Variable("PADDLE_NCCL_LIBRARY", member.nccl);
  member.rank = place.rank;
  member.size = place.size;
  member.shards = place.shards;
  member.store = place.store;
  if (!place.job.empty()) member.job = place.job;
  member.address = Variable("PADDLE_ADDRESS", member.address);
  if (place.size > 1 || !place.agent.empty()) {
    member.backend = LibraryOr(backend, kGloo);
  }
  return member;
}

// Returns the calls of a trainer that has an agent.
std::unique_ptr<Calls> CallsWithAgent(const JobEnvironment& environment,
                                      const JobMember& member) {
  const auto connect = [member](const Place& place, Rendezvous rendezvous) {
    JobMember here = member;
    here.rank = place.rank;
    here.size = place.size;
    return std::shared_ptr<Communicator>(
        ConnectJob(here, std::move(rendezvous)));
  };
  return std::make_unique<Calls>(
      std::make_unique<Membership>(environment.agent, environment.local_rank),
      connect);
}

std::unique_ptr<Calls> CallsOf(const JobEnvironment& environment,
                               const std::string& backend, int gpu,
                               const std::string& calls) {
  const JobMember member = MemberOf(environment, backend, gpu, calls);
  if (!environment.agent.empty()) return CallsWithAgent(environment, member);
  return std::make_unique<Calls>(
      std::shared_ptr<Communicator>(ConnectJob(member)));
}

// Else each trainer would begin with other parameters.
void ShareSeed(Job* job) {
  uint64_t seed = 0;
  PADDLE_ENFORCE(
      absl::SimpleAtoi(job->Gather(absl::StrCat(framework::DefaultSeed()))[0],
                       &seed),
      Internal, "the seed of the first trainer is no number");
  framework::SetDefaultSeed(seed);
}

// Puts the group, and servers and stages where there are any, into the scope,
// and an empty place for what its shards give.
void Bind(const std::shared_ptr<Communicator>& group,
          const std::shared_ptr<ParameterServers>& servers,
          const std::shared_ptr<Communicator>& stages, Scope* scope) {
  framework::ScopeLocks locks =
      framework::ScopeLocks::One(*scope, framework::ScopeAccess::kWrite);
  locks.Lock();
  *scope->Var(kGroupVariable)->GetMutable<std::shared_ptr<Communicator>>() =
      group;
  scope->Var(kShardSumsVariable)->GetMutable<ShardSums>()->Clear();
  if (servers != nullptr) {
    *scope->Var(kServersVariable)
         ->GetMutable<std::shared_ptr<ParameterServers>>() = servers;
  }
  if (stages != nullptr) {
    *scope->Var(kStagesVariable)->GetMutable<std::shared_ptr<Communicator>>() =
        stages;
  }
}

// A step that fails so often has a fault of its own, and no trainer was lost.
constexpr int kMostAttempts = 20;

}  // namespace

const char kGroupVariable[] = "group@JOB";
const char kShardSumsVariable[] = "shards@JOB";
const char kServersVariable[] = "servers@JOB";

std::unique_ptr<Job> Job::FromEnvironment(const std::string& backend, int gpu,
                                          const std::string& calls) {
  const JobEnvironment environment = ReadJobEnvironment();
  auto job = std::make_unique<Job>(CallsOf(environment, backend, gpu, calls));
  if (gpu >= 0) job->place_ = platform::CUDAPlace(gpu);
  if (!environment.servers.empty()) {
    job->UseServers(
        ConnectServers(environment.servers, LibraryOr(calls, kGrpc),
                       std::chrono::minutes(1), TokenOfEnvironment()),
        environment.job);
  }
  if (job->has_others()) ShareSeed(job.get());
  return job;
}

Job::Job(std::shared_ptr<Communicator> group)
    : Job(std::make_unique<Calls>(std::move(group))) {}

Job::Job(std::unique_ptr<Calls> calls) : calls_(std::move(calls)) {}

ShardRange Job::own_shards() const {
  return ShardsOfRank(shards(), size(), rank());
}

std::vector<std::string> Job::Gather(const std::string& own) {
  return calls_->Gather(own);
}

DataParallelPrograms Job::Parallelize(
    const std::shared_ptr<const Program>& main,
    framework::DataParallelOptions options) {
  DataParallelPrograms made =
      framework::DataParallel(main, OptionsOf(std::move(options)));
  CheckSame(made);
  return made;
}

framework::DataParallelOptions Job::OptionsOf(
    framework::DataParallelOptions options) const {
  options.shards = shards();
  options.group = kGroupVariable;
  options.shard_sums = kShardSumsVariable;
  options.servers_variable = kServersVariable;
  // A trainer that takes the place of a lost one gets the variables of others,
  // and so needs sums that are the same everywhere.
  options.exchange_sums = options.exchange_sums && !calls_->has_agent();
  return options;
}

void Job::CheckSame(const DataParallelPrograms& programs) {
  if (!has_others()) return;
  CheckSameProgram([&](const std::string& own) { return Gather(own); },
                   *programs.main);
}

const StagedPrograms& Job::ParallelizeStages(
    const std::shared_ptr<const Program>& main,
    const std::shared_ptr<const Program>& startup,
    const framework::PipelineOptions& pipeline,
    framework::DataParallelOptions options) {
  PADDLE_ENFORCE(!has_agent(), Unimplemented,
                 "stages in a job whose trainers may be lost and come back");
  PADDLE_ENFORCE(servers() == 0, Unimplemented,
                 "stages in a job whose servers keep the parameters");
  staged_ = CutForStages(calls_->group(), main, startup, pipeline,
                         OptionsOf(std::move(options)),
                         [&](const std::string& own) { return Gather(own); });
  own_ = staged_.replica_group;
  return staged_;
}

void Job::UseServers(std::vector<NamedServer> servers,
                     const std::string& name) {
  servers_ = std::move(servers);
  name_ = name;
  client_ = NewParameterClient(servers_);
  calls_->WatchAlso(
      [client = client_](int64_t epoch, const std::string& reason) {
        client->Interrupt(epoch, reason);
      });
}

Job::ServedPrograms Job::ParallelizeServed(
    const std::shared_ptr<const Program>& main,
    const std::shared_ptr<const Program>& startup,
    framework::DataParallelOptions options, proto::ServerOptions served_as,
    const CutOptions& cut) {
  if (cut.push_every > 0) served_as.set_async(true);
  if (cut.push_every > 0) served_as.set_staleness(-1);
  PADDLE_ENFORCE(!served_as.async() || !has_agent(), Unimplemented,
                 "servers that wait for no trainer (\"async\"), in a job whose "
                 "trainers may be lost and come back: run it without "
                 "--restarts");
  PADDLE_ENFORCE(client_ != nullptr, FailedPrecondition,
                 "the job has no servers: PADDLE_SERVERS names them");
  framework::ParameterServerOptions served;
  served.servers = servers();
  served.trainers = OptionsOf(std::move(options));
  served.min_piece = cut.min_piece;
  served.push_every = cut.push_every;
  served.trainer_count = size();
  const framework::ParameterServerPrograms made =
      cut.push_every > 0 ? framework::DeltaServers(main, startup, served)
                         : framework::ParameterServer(main, startup, served);
  CheckSame(made.trainers);
  kept_ = KeptBy(made.servers);
  finish_ = made.finish;
  restored_ = made.restored;
  tables_ = TablesOf(made.servers);
  served_ = made.servers;
  served_as.set_job(name_);
  served_as_ = served_as;
  MakeByFirst([&] {
    // A trainer that has come back finds the servers at a later step.
    const bool anew = !replaying() && steps() == 0;
    SendPrograms(servers_, made.servers, served_as, anew, calls_->epoch());
  });
  if (served_as.async()) BeginAlone();
  return {made.trainers, made.startup};
}

void Job::MakeByFirst(const std::function<void()>& make) {
  for (bool made = false; !made;) {
    const bool first = rank() == 0;
    if (first) make();
    made = has_others() ? AnyOf(first) : first;
  }
}

void Job::BeginAlone() {
  own_ = NewLocalCommunicator(own_shards().size());
  client_->BeginStep(steps(), calls_->epoch());
  client_->Join();
  // Else the first one would be far ahead before the last is known.
  if (has_others()) Barrier();
}

void Job::LeaveServers() {
  if (client_ != nullptr) client_->Leave();
}

void Job::RunHere(const std::shared_ptr<const Program>& program, Scope* scope) {
  Executor executor(place_);
  executor.Run(program, {}, {}, scope);
}

void Job::FetchState(Scope* scope) {
  if (client_ == nullptr) return;
  if (finish_ != nullptr) {
    BindStep(scope);
    return RunHere(finish_, scope);
  }
  // A trainer may have been lost since the last step.
  client_->BeginStep(steps(), calls_->epoch());
  JoinValues(kept_, client_->Pull(kept_.at, /*latest=*/true), scope);
}

std::map<std::string, std::vector<std::string>> Job::SaveRows(
    const std::string& folder) {
  RowShare share;
  share.rank = rank();
  share.size = size();
  share.epoch = calls_->epoch();
  return SaveServedRows(servers_, tables_, folder, share);
}

void Job::SendRows(
    const std::map<std::string, std::vector<std::string>>& files) {
  MakeByFirst([&] {
    if (replaying()) return;  // The servers have gone on.
    // Before the servers give up what they have.
    CheckServedRows(tables_, files);
    SendPrograms(servers_, served_, served_as_, /*anew=*/true, calls_->epoch());
    SendServedRows(servers_, tables_, files, calls_->epoch());
  });
  if (served_as_.async()) BeginAlone();  // The servers know nobody yet.
}

void Job::SendState(const Scope& scope) {
  MakeByFirst([&] {
    // A trainer that has come back would set the servers back to where it
    // began.
    if (replaying()) return;
    SendValues(servers_, kept_, steps(), calls_->epoch(), scope);
  });
  sent_ = true;
}

void Job::BeginLoop(const std::shared_ptr<Scope>& scope) {
  calls_->Keep(scope, {});
  calls_->history().BeginLoop();
  stopped_ = repeating_ = false;
}

bool Job::NextRound(bool* skip) {
  History& history = calls_->history();
  const History::Round round = history.NextRound();
  calls_->TakeValues();
  repeating_ = round == History::Round::kRepeat;
  *skip = round == History::Round::kOver;
  if (round == History::Round::kNone) stopped_ = history.stopped();
  return round != History::Round::kNone;
}

bool Job::BeginRound(bool has_data) {
  return repeating_ || calls_->BeginRound(has_data);
}

void Job::EndRound() { calls_->history().EndRound(); }

void Job::EndLoop(bool stopped) {
  calls_->history().EndLoop(stopped);
  stopped_ = stopped_ || stopped;
}

void Job::BeginStep(const Program& program,
                    const std::shared_ptr<Scope>& scope) {
  calls_->Keep(scope, framework::PersistableNames(program));
  calls_->TakeValues();
  // A trainer that has come back does not know which programs have begun.
  const bool first =
      calls_->has_agent() ? steps() == 0 : begun_.insert(program.uid()).second;
  if (!has_others() || !first || own_ != nullptr) return;
  CheckSameValues([&](const std::string& own) { return Gather(own); }, program,
                  *scope);
}

int64_t Job::BindStep(Scope* scope) {
  Bind(own_ == nullptr ? calls_->group() : own_, client_, staged_.stage_group,
       scope);
  if (sent_ && restored_ != nullptr) RunHere(restored_, scope);
  sent_ = false;
  if (client_ != nullptr) client_->BeginStep(steps(), calls_->epoch());
  if (staged_.main != nullptr) {
    return steps() * staged_.replicas + staged_.replica + 1;
  }
  // Each shard of a step draws random numbers of its own.
  return steps() * shards() + own_shards().begin + 1;
}

void Job::CompleteStep() { calls_->history().CompleteStep(); }

void Job::ReplayStep() {
  calls_->history().ReplayStep();
  calls_->TakeValues();
}

std::vector<std::vector<Fetched>> Job::Run(
    Executor* executor, const DataParallelPrograms& programs,
    absl::Span<const Feeds> feeds, const std::vector<std::string>& fetches,
    const std::shared_ptr<Scope>& scope) {
  const ShardRange given = own_shards();
  PADDLE_ENFORCE_LE(feeds.size(), given.size(),
                    "a step has one batch for each shard of the trainer");
  return Run(
      executor, programs,
      [&](ShardRange own) {
        PADDLE_ENFORCE(own == given, FailedPrecondition,
                       "the trainers have become more or fewer, so that this "
                       "one needs the batches of shards ",
                       own.begin, " to ", own.end - 1, ", but has those of ",
                       given.begin, " to ", given.end - 1);
        return std::vector<Feeds>(feeds.begin(), feeds.end());
      },
      fetches, scope);
}

std::vector<std::vector<Fetched>> Job::Run(
    Executor* executor, const DataParallelPrograms& programs,
    const FeedsOf& feeds_of, const std::vector<std::string>& fetches,
    const std::shared_ptr<Scope>& scope) {
  BeginStep(*programs.main, scope);
  for (int attempt = 1; !replaying(); ++attempt) {
    const std::vector<Feeds> feeds = feeds_of(own_shards());
    try {
      auto fetched = RunOnce(executor, programs, feeds, fetches, scope);
      CompleteStep();
      return fetched;
    } catch (const platform::Error& error) {
      if (error.code() != platform::ErrorCode::kUnavailable) throw;
      if (attempt == kMostAttempts) throw;
      const Calls::Outcome outcome = RepairStep();
      if (outcome == Calls::Outcome::kFailed) throw;
      if (outcome == Calls::Outcome::kAgain) continue;
    }
    TakeOverStep();
    return {};
  }
  ReplayStep();
  return {};
}

std::vector<std::vector<Fetched>> Job::RunOnce(
    Executor* executor, const DataParallelPrograms& programs,
    absl::Span<const Feeds> feeds, const std::vector<std::string>& fetches,
    const std::shared_ptr<Scope>& scope) {
  const int64_t first = BindStep(scope.get());
  if (feeds.empty() && programs.idle != nullptr) {
    executor->Run(programs.idle, {}, {}, scope.get());
  }
  std::vector<std::vector<Fetched>> fetched;
  for (size_t i = 0; i < feeds.size(); ++i) {
    if (shards() > 1) framework::SetStep(scope.get(), first + i);
    const bool last = i + 1 == feeds.size();
    fetched.push_back(executor->Run(last ? programs.main : programs.shard,
                                    feeds[i], fetches, scope.get()));
  }
  return fetched;
}

void Job::Finish() {
  if (!has_others()) return;
  Barrier();
  calls_->Finish();
}

}  // namespace paddle::distributed
