#include "paddle/framework/distributed/master/job_board.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace paddle::distributed {
namespace {

constexpr char kLeader[] = "leader";
constexpr char kNodes[] = "nodes/";
constexpr char kJobs[] = "jobs/";
constexpr char kCancelled[] = "cancelled/";
constexpr char kProcesses[] = "processes/";
constexpr char kTasks[] = "tasks/";  // see StoreTasks

std::string Behind(const std::string& key, absl::string_view prefix) {
  return key.substr(prefix.size());
}

// Returns false for a key that is none of a process.
bool ParseProcess(const std::string& key, ProcessName* name) {
  const std::vector<std::string> parts =
      absl::StrSplit(Behind(key, kProcesses), '/');
  if (parts.size() != 3 || !absl::SimpleAtoi(parts[1], &name->attempt)) {
    return false;
  }
  name->job = parts[0];
  name->process = parts[2];
  return true;
}

}  // namespace

std::vector<Entry> JobBoard::List(const char* prefix) {
  return store_->List(prefix).entries;
}

void JobBoard::Add(const std::string& id, const proto::JobState& state) {
  store_->Create(kJobs + id, state.SerializeAsString());
}

void JobBoard::Cancel(const std::string& id) {
  store_->Set(kCancelled + id, "");
}

std::vector<KnownJob> JobBoard::Jobs() {
  std::map<std::string, KnownJob> jobs;
  for (const Entry& each : List(kJobs)) {
    KnownJob job;
    job.id = Behind(each.key, kJobs);
    if (!job.state.ParseFromString(each.value)) continue;
    job.revision = each.modified;
    jobs.emplace(job.id, std::move(job));
  }
  for (const Entry& each : List(kCancelled)) {
    const auto job = jobs.find(Behind(each.key, kCancelled));
    if (job != jobs.end()) job->second.cancelled = true;
  }
  for (const Entry& each : List(kProcesses)) {
    ProcessName name;
    if (!ParseProcess(each.key, &name)) continue;
    const auto job = jobs.find(name.job);
    if (job == jobs.end() || job->second.state.attempt() != name.attempt) {
      continue;
    }
    job->second.processes[name.process].ParseFromString(each.value);
  }
  std::vector<KnownJob> sorted;
  for (auto& [id, job] : jobs) sorted.push_back(std::move(job));
  std::sort(sorted.begin(), sorted.end(),
            [](const KnownJob& a, const KnownJob& b) {
              return std::make_tuple(a.state.needs().sent(), a.id) <
                     std::make_tuple(b.state.needs().sent(), b.id);
            });
  return sorted;
}

bool JobBoard::Change(const KnownJob& job, int64_t lead) {
  const std::string key = kJobs + job.id;
  return store_->Commit({{key, Condition::Kind::kModified, job.revision},
                         {kLeader, Condition::Kind::kCreated, lead}},
                        {{key, job.state.SerializeAsString(), nullptr}}) != 0;
}

void JobBoard::Forget(const KnownJob& job, bool over) {
  const std::string prefix = kProcesses + job.id + "/";
  for (const Entry& each : store_->List(prefix).entries) {
    ProcessName name;
    const bool present =
        ParseProcess(each.key, &name) && name.attempt == job.state.attempt();
    if (over || !present) store_->Remove(each.key);
  }
  if (!over) return;
  store_->Remove(kCancelled + job.id);
  for (const Entry& each : store_->List(kTasks + job.id + "/").entries) {
    store_->Remove(each.key);
  }
}

void JobBoard::Offer(const std::string& name, const proto::NodeState& state,
                     const Lease& lease) {
  store_->Set(kNodes + name, state.SerializeAsString(), &lease);
}

Nodes JobBoard::nodes() {
  Nodes nodes;
  for (const Entry& each : List(kNodes)) {
    proto::NodeState state;
    if (!state.ParseFromString(each.value)) continue;
    nodes.emplace(Behind(each.key, kNodes), std::move(state));
  }
  return nodes;
}

int64_t JobBoard::Lead(const std::string& name, const Lease& lease) {
  const auto leader = store_->Get(kLeader);
  if (leader) return leader->value == name ? leader->created : 0;
  return store_->Create(kLeader, name, &lease);
}

void JobBoard::Say(const ProcessName& name, const proto::ProcessState& state,
                   const Lease& lease) {
  const bool ended = state.phase() >= proto::ProcessState::DONE;
  store_->Set(
      absl::StrCat(kProcesses, name.job, "/", name.attempt, "/", name.process),
      state.SerializeAsString(), ended ? nullptr : &lease);
}

}  // namespace paddle::distributed
