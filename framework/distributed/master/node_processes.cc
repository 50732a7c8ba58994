#include "paddle/framework/distributed/master/node_processes.h"

#include <sys/wait.h>

#include <cstdio>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

#include "paddle/platform/enforce.h"
#include "paddle/platform/file.h"

namespace paddle::distributed {
namespace {

using proto::JobState;
using proto::ProcessState;

constexpr size_t kMostWords = 4096;

// Returns true if trainers of the attempt may begin.
bool ServersListen(const ScheduledJob& job) {
  for (int i = 0; i < job.state.servers_size(); ++i) {
    const auto found = job.processes.find(ServerName(i));
    if (found == job.processes.end() || found->second.address().empty()) {
      return false;
    }
  }
  return true;
}

ProcessState::Phase PhaseOf(int status) {
  if (status == 0) return ProcessState::DONE;
  const bool lost = WIFSIGNALED(status) || WEXITSTATUS(status) == kLostOthers;
  return lost ? ProcessState::LOST : ProcessState::FAILED;
}

}  // namespace

NodeProcesses::NodeProcesses(std::string node, const JobFolders& folders,
                             StartOf start, Say say)
    : node_(std::move(node)),
      folders_(folders),
      start_(std::move(start)),
      say_(std::move(say)) {}

std::string NodeProcesses::AddressFile(const JobFolders& folders,
                                       const ProcessName& name) {
  return absl::StrCat(folders.LogOf(name.job, name.attempt, name.process),
                      ".address");
}

std::vector<ProcessName> NodeProcesses::WantedOf(
    const ScheduledJob& job) const {
  std::vector<ProcessName> wanted;
  const JobState& state = job.state;
  if (state.phase() != JobState::RUNNING) return wanted;
  for (int i = 0; i < state.servers_size(); ++i) {
    if (state.servers(i) != node_) continue;
    wanted.push_back({job.id, state.attempt(), ServerName(i)});
  }
  for (int i = 0; i < state.trainers_size(); ++i) {
    if (state.trainers(i) != node_) continue;
    wanted.push_back({job.id, state.attempt(), TrainerName(i)});
  }
  return wanted;
}

void NodeProcesses::Update(const std::vector<ScheduledJob>& jobs) {
  std::map<ProcessName, const ScheduledJob*> wanted;
  for (const ScheduledJob& job : jobs) {
    for (ProcessName& name : WantedOf(job)) {
      wanted.emplace(std::move(name), &job);
    }
  }
  for (auto each = running_.begin(); each != running_.end();) {
    each =
        wanted.count(each->first) != 0 ? std::next(each) : running_.erase(each);
  }
  for (const auto& [name, job] : wanted) {
    if (running_.count(name) == 0) StartOne(*job, name);
  }
}

void NodeProcesses::StartOne(const ScheduledJob& job, const ProcessName& name) {
  // It has ended before, here, and a job has not taken note of it yet.
  const auto known = job.processes.find(name.process);
  if (known != job.processes.end() &&
      known->second.phase() >= ProcessState::DONE) {
    return;
  }
  const bool trainer = absl::StartsWith(name.process, "trainer-");
  if (trainer && !ServersListen(job)) return;
  try {
    const Start start = start_(job, name);
    Process process;
    process.child = std::make_unique<ChildProcess>(
        start.command, start.environment,
        folders_.LogOf(name.job, name.attempt, name.process));
    if (trainer) process.state.set_phase(ProcessState::RUNNING);
    const auto at = running_.emplace(name, std::move(process)).first;
    Tell(name, &at->second);
  } catch (const platform::Error& error) {
    std::fprintf(stderr, "paddle: %s of job %s: %s\n", name.process.c_str(),
                 name.job.c_str(), error.what());
  }
}

void NodeProcesses::Tell(const ProcessName& name, Process* process) const {
  try {
    say_(name, process->state);
    process->told = true;
  } catch (const platform::Error& error) {
    process->told = false;
  }
}

void NodeProcesses::Watch() {
  for (auto& [name, process] : running_) {
    if (process.child != nullptr) Look(name, &process);
    if (!process.told) Tell(name, &process);
  }
}

void NodeProcesses::Look(const ProcessName& name, Process* process) const {
  const absl::optional<int> status = process->child->Ended();
  if (status) {
    process->child.reset();
    process->state.set_phase(PhaseOf(*status));
    process->state.set_message(LastWords(name));
    if (process->state.message().empty()) {
      process->state.set_message(EndOf(*status));
    }
    process->told = false;
    return;
  }
  if (process->state.phase() != ProcessState::STARTING) return;
  try {
    process->state.set_address(platform::ReadFile(AddressFile(folders_, name)));
    process->state.set_phase(ProcessState::RUNNING);
    process->told = false;
  } catch (const platform::Error&) {
    // It does not listen yet.
  }
}

std::string NodeProcesses::LastWords(const ProcessName& name) const {
  const std::string begin = "paddle: ";
  try {
    std::string text = platform::ReadFile(
        folders_.LogOf(name.job, name.attempt, name.process));
    const size_t at = text.rfind(begin);
    if (at == std::string::npos) return "";
    text = text.substr(at + begin.size(), kMostWords);
    while (!text.empty() && text.back() == '\n') text.pop_back();
    return text;
  } catch (const platform::Error&) {
    return "";
  }
}

}  // namespace paddle::distributed
