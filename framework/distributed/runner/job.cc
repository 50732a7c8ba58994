#include "paddle/framework/distributed/runner/job.h"

#include <unistd.h>

#include <cstdlib>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

#include "paddle/framework/distributed/group/shard_sums.h"
#include "paddle/framework/distributed/runner/agreement.h"
#include "paddle/framework/distributed/runner/connect.h"
#include "paddle/framework/distributed/runner/environment.h"
#include "paddle/framework/executor/random_seed.h"
#include "paddle/framework/io/inference_model.h"
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

// Returns the file of the library that carries bytes between processes. A name
// without a slash is left to the system.
std::string LibraryOr(const std::string& given) {
  const std::string path =
      given.empty() ? Variable("PADDLE_GLOO_LIBRARY", "libpaddle_gloo.so")
                    : given;
  PADDLE_ENFORCE(
      !absl::StrContains(path, '/') || ::access(path.c_str(), R_OK) == 0,
      Unavailable, path,
      " does not exist: a job of several trainers needs libpaddle_gloo.so; "
      "PADDLE_GLOO_LIBRARY says where it is");
  return path;
}

JobMember MemberOf(const JobEnvironment& place, const std::string& backend) {
  JobMember member;
  member.rank = place.rank;
  member.size = place.size;
  member.shards = place.shards;
  member.store = place.store;
  if (!place.job.empty()) member.job = place.job;
  member.address = Variable("PADDLE_ADDRESS", member.address);
  if (place.size > 1) member.backend = LibraryOr(backend);
  return member;
}

// Returns the calls of a trainer that has an agent. Each group meets under a
// name of its own.
std::unique_ptr<Calls> CallsWithAgent(const std::string& agent,
                                      const JobMember& member) {
  const auto connect = [member](const Place& place,
                                const std::function<bool()>& lost) {
    JobMember here = member;
    here.rank = place.rank;
    here.size = place.size;
    here.job = absl::StrCat(member.job, "/", place.epoch);
    here.lost = lost;
    return std::shared_ptr<Communicator>(ConnectJob(here));
  };
  return std::make_unique<Calls>(
      std::make_unique<Membership>(agent, member.rank), connect);
}

std::unique_ptr<Calls> CallsOf(const JobMember& member) {
  const std::string agent = Variable("PADDLE_AGENT", "");
  if (member.size > 1 && !agent.empty()) return CallsWithAgent(agent, member);
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

// Puts the group into the scope, and an empty place for what its shards give.
void Bind(const std::shared_ptr<Communicator>& group, Scope* scope) {
  framework::ScopeLocks locks =
      framework::ScopeLocks::One(*scope, framework::ScopeAccess::kWrite);
  locks.Lock();
  *scope->Var(kGroupVariable)->GetMutable<std::shared_ptr<Communicator>>() =
      group;
  scope->Var(kShardSumsVariable)->GetMutable<ShardSums>()->Clear();
}

}  // namespace

const char kGroupVariable[] = "group@JOB";
const char kShardSumsVariable[] = "shards@JOB";

std::unique_ptr<Job> Job::FromEnvironment(const std::string& backend) {
  auto job =
      std::make_unique<Job>(CallsOf(MemberOf(ReadJobEnvironment(), backend)));
  if (job->size() > 1) ShareSeed(job.get());
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
  options.shards = shards();
  options.group = kGroupVariable;
  options.shard_sums = kShardSumsVariable;
  DataParallelPrograms made = framework::DataParallel(main, options);
  if (size() > 1) {
    CheckSameProgram([&](const std::string& own) { return Gather(own); },
                     *made.main);
  }
  return made;
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
  if (size() == 1 || !first) return;
  CheckSameValues([&](const std::string& own) { return Gather(own); }, program,
                  *scope);
}

int64_t Job::BindStep(Scope* scope) {
  Bind(calls_->group(), scope);
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
  PADDLE_ENFORCE_LE(feeds.size(), own_shards().size(),
                    "a step has one batch for each shard of the trainer");
  BeginStep(*programs.main, scope);
  while (!replaying()) {
    try {
      auto fetched = RunOnce(executor, programs, feeds, fetches, scope);
      CompleteStep();
      return fetched;
    } catch (const platform::Error& error) {
      if (error.code() != platform::ErrorCode::kUnavailable) throw;
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
  if (size() == 1) return;
  Barrier();
  calls_->Finish();
}

}  // namespace paddle::distributed
