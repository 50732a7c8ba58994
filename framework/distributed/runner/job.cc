#include "paddle/framework/distributed/runner/job.h"

#include <unistd.h>

#include <cstdlib>
#include <utility>

#include "absl/strings/match.h"

#include "paddle/framework/distributed/group/gather.h"
#include "paddle/framework/distributed/group/shard_sums.h"
#include "paddle/framework/distributed/runner/agreement.h"
#include "paddle/framework/distributed/runner/connect.h"
#include "paddle/framework/distributed/runner/environment.h"
#include "paddle/framework/executor/random_seed.h"
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

std::shared_ptr<Communicator> Connect(const JobEnvironment& place,
                                      const std::string& backend) {
  JobMember member;
  member.rank = place.rank;
  member.size = place.size;
  member.shards = place.shards;
  member.store = place.store;
  if (!place.job.empty()) member.job = place.job;
  member.address = Variable("PADDLE_ADDRESS", member.address);
  if (place.size > 1) member.backend = LibraryOr(backend);
  return ConnectJob(member);
}

// Else each trainer would begin with other parameters.
void ShareSeed(Communicator* group) {
  uint64_t seed = framework::DefaultSeed();
  group->Broadcast(&seed, sizeof(seed), 0);
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
  auto job = std::make_unique<Job>(Connect(ReadJobEnvironment(), backend));
  if (job->size() > 1) ShareSeed(&job->group());
  return job;
}

Job::Job(std::shared_ptr<Communicator> group) : group_(std::move(group)) {}

ShardRange Job::own_shards() const {
  return ShardsOfRank(shards(), size(), rank());
}

DataParallelPrograms Job::Parallelize(
    const std::shared_ptr<const Program>& main,
    framework::DataParallelOptions options) {
  options.shards = shards();
  options.group = kGroupVariable;
  options.shard_sums = kShardSumsVariable;
  DataParallelPrograms made = framework::DataParallel(main, options);
  if (size() > 1) CheckSameProgram(group_.get(), *made.main);
  return made;
}

int64_t Job::BeginStep(const Program* program, Scope* scope) {
  Bind(group_, scope);
  if (program != nullptr && size() > 1 &&
      begun_.insert(program->uid()).second) {
    CheckSameValues(group_.get(), *program, *scope);
  }
  // Each shard of a step draws random numbers of its own.
  return steps_++ * shards() + own_shards().begin + 1;
}

std::vector<std::vector<Fetched>> Job::Run(
    Executor* executor, const DataParallelPrograms& programs,
    absl::Span<const Feeds> feeds, const std::vector<std::string>& fetches,
    Scope* scope) {
  PADDLE_ENFORCE_LE(feeds.size(), own_shards().size(),
                    "a step has one batch for each shard of the trainer");
  const int64_t first = BeginStep(programs.main.get(), scope);
  if (feeds.empty() && programs.idle != nullptr) {
    executor->Run(programs.idle, {}, {}, scope);
  }
  std::vector<std::vector<Fetched>> fetched;
  for (size_t i = 0; i < feeds.size(); ++i) {
    if (shards() > 1) framework::SetStep(scope, first + i);
    const bool last = i + 1 == feeds.size();
    fetched.push_back(executor->Run(last ? programs.main : programs.shard,
                                    feeds[i], fetches, scope));
  }
  return fetched;
}

bool Job::AnyOf(bool own) { return distributed::AnyOf(group_.get(), own); }

}  // namespace paddle::distributed
