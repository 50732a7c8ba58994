#include "paddle/framework/executor/executor.h"

#include <algorithm>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include "paddle/platform/device_context.h"

namespace paddle::framework {

namespace {

// Prepared programs that an executor keeps; the least recently used goes first.
// 64 is far more than the programs of one training, and bounds the memory of
// callers that build a program per step.
constexpr size_t kMaxPrepared = 64;

std::string CacheKey(const Program& program,
                     const std::vector<std::string>& feeds,
                     const std::vector<std::string>& fetches, RunMode mode) {
  return absl::StrCat(program.uid(), ".", program.version(), ".",
                      static_cast<int>(mode), "|", absl::StrJoin(feeds, "\n"),
                      "|", absl::StrJoin(fetches, "\n"));
}

struct Entry {
  uint64_t program_uid;
  uint64_t program_version;
  uint64_t last_use;
  std::shared_ptr<const PreparedProgram> prepared;
};

}  // namespace

struct Executor::Cache {
  absl::flat_hash_map<std::string, Entry> entries;
};

Executor::Executor(platform::Place place, ExecutorOptions options)
    : place_(place), options_(options), cache_(std::make_unique<Cache>()) {
  platform::DeviceContextOf(place);  // throws Unavailable if there is none
}

Executor::~Executor() = default;

std::vector<Fetched> Executor::Run(
    const std::shared_ptr<const Program>& program, const Feeds& feeds,
    const std::vector<std::string>& fetches, Scope* scope,
    platform::CancellationToken* cancellation) {
  return RunAs(program, feeds, fetches, scope, RunMode::kRun, cancellation);
}

std::vector<Fetched> Executor::Eval(
    const std::shared_ptr<const Program>& program, const Feeds& feeds,
    const std::vector<std::string>& fetches, Scope* scope,
    platform::CancellationToken* cancellation) {
  return RunAs(program, feeds, fetches, scope, RunMode::kEval, cancellation);
}

std::vector<Fetched> Executor::RunAs(
    const std::shared_ptr<const Program>& program, const Feeds& feeds,
    const std::vector<std::string>& fetches, Scope* scope, RunMode mode,
    platform::CancellationToken* cancellation) {
  std::vector<std::string> names;
  std::vector<LoDTensor> values;
  for (const auto& [name, value] : feeds) {
    names.push_back(name);
    values.push_back(value);
  }
  return Prepare(program, names, fetches, mode)
      ->Run(values, scope, cancellation);
}

std::shared_ptr<const PreparedProgram> Executor::Prepare(
    const std::shared_ptr<const Program>& program,
    const std::vector<std::string>& feeds,
    const std::vector<std::string>& fetches, RunMode mode) {
  // The version is part of the key: a program may be appended to between runs.
  std::string key = CacheKey(*program, feeds, fetches, mode);
  std::lock_guard<std::mutex> lock(mutex_);
  auto found = cache_->entries.find(key);
  if (found != cache_->entries.end()) {
    found->second.last_use = ++uses_;
    return found->second.prepared;
  }
  // Compiles under the lock: threads that start one program together then
  // compile it once.
  DropStale(*program);
  auto prepared = std::make_shared<const PreparedProgram>(
      program, feeds, fetches, mode, place_, options_);
  cache_->entries[key] = {program->uid(), program->version(), ++uses_,
                          prepared};
  return prepared;
}

void Executor::DropStale(const Program& program) {
  auto& entries = cache_->entries;
  absl::erase_if(entries, [&](const auto& item) {
    return item.second.program_uid == program.uid() &&
           item.second.program_version != program.version();
  });
  if (entries.size() < kMaxPrepared) return;
  entries.erase(std::min_element(entries.begin(), entries.end(),
                                 [](const auto& a, const auto& b) {
                                   return a.second.last_use < b.second.last_use;
                                 }));
}

}  // namespace paddle::framework
