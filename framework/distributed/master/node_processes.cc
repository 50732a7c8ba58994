#include "paddle/framework/distributed/master/node_processes.h"

#include <signal.h>
#include <sys/wait.h>

#include <algorithm>
#include <fstream>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

#include "paddle/platform/enforce.h"
#include "paddle/platform/file.h"

namespace paddle::distributed {
namespace {

using proto::JobState;
using proto::ProcessState;

// Bytes of a log in which a process says why it has ended.
constexpr int64_t kMostWords = 16384;

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

// Returns the last bytes of a file.
std::string TailOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  const int64_t size = file.tellg();
  const int64_t begin = std::max<int64_t>(size - kMostWords, 0);
  std::string text(std::max<int64_t>(size - begin, 0), '\0');
  file.seekg(begin);
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  return text;
}

// Returns the text without what a message of protobuf refuses.
std::string Ascii(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) >= 0x80) c = '?';
  }
  return text;
}

// True if that is what is known of a process.
bool IsKnown(const ScheduledJob& job, const ProcessName& name,
             const ProcessState& state) {
  const auto found = job.processes.find(name.process);
  return found != job.processes.end() &&
         found->second.SerializeAsString() == state.SerializeAsString();
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

std::vector<ProcessName> NodeProcesses::OwnOf(const ScheduledJob& job) const {
  std::vector<ProcessName> own;
  for (Placed& each : PlacesOf(job.state)) {
    if (each.node != node_) continue;
    own.push_back({job.id, job.state.attempt(), std::move(each.process)});
  }
  return own;
}

void NodeProcesses::Update(const std::vector<ScheduledJob>& jobs) {
  std::map<ProcessName, const ScheduledJob*> wanted;
  for (const ScheduledJob& job : jobs) {
    if (job.state.phase() != JobState::RUNNING) continue;
    for (ProcessName& name : OwnOf(job)) wanted.emplace(std::move(name), &job);
  }
  for (auto each = running_.begin(); each != running_.end();) {
    each = wanted.count(each->first) != 0 ? std::next(each) : EndOne(each);
  }
  for (const auto& [name, job] : wanted) {
    const auto found = running_.find(name);
    if (found == running_.end()) {
      StartOne(*job, name);
    } else if (!IsKnown(*job, name, found->second.state)) {
      found->second.told = false;
    }
  }
  for (const ScheduledJob& job : jobs) {
    if (job.state.phase() == JobState::WAITING) EndAttempt(job);
  }
}

NodeProcesses::Running::iterator NodeProcesses::EndOne(
    Running::iterator process) {
  if (process->second.child != nullptr) {
    std::lock_guard<std::mutex> lock(mutex_);
    pids_.erase(process->second.child->pid());
  }
  return running_.erase(process);
}

// Those that ran here were ended before, as no job wants them.
void NodeProcesses::EndAttempt(const ScheduledJob& job) {
  for (const ProcessName& name : OwnOf(job)) {
    if (PhaseOf(job, name.process) >= ProcessState::DONE) continue;
    Process ended;
    ended.state.set_phase(ProcessState::LOST);
    ended.state.set_message("ended with its attempt");
    Tell(name, &ended);
  }
}

std::unique_ptr<ChildProcess> NodeProcesses::ChildOf(const ScheduledJob& job,
                                                     const ProcessName& name) {
  const Start start = start_(job, name);
  auto child = std::make_unique<ChildProcess>(
      start.command, start.environment,
      folders_.LogOf(name.job, name.attempt, name.process));
  std::lock_guard<std::mutex> lock(mutex_);
  if (fenced_) return nullptr;  // which ends it
  pids_.insert(child->pid());
  return child;
}

void NodeProcesses::StartOne(const ScheduledJob& job, const ProcessName& name) {
  // It has ended before, here, and a job has not taken note of it yet.
  if (PhaseOf(job, name.process) >= ProcessState::DONE) return;
  const bool trainer = absl::StartsWith(name.process, "trainer-");
  if (trainer && !ServersListen(job)) return;
  Process process;
  try {
    process.child = ChildOf(job, name);
    if (process.child == nullptr) return;
    if (trainer) process.state.set_phase(ProcessState::RUNNING);
  } catch (const platform::Error& error) {
    process.state.set_phase(ProcessState::LOST);
    process.state.set_message(Ascii(error.message()));
  }
  Tell(name, &running_.emplace(name, std::move(process)).first->second);
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

absl::optional<int> NodeProcesses::EndedOf(ChildProcess* child) {
  // Once it was waited for, its number may be another process's.
  std::lock_guard<std::mutex> lock(mutex_);
  const absl::optional<int> status = child->Ended();
  if (status) pids_.erase(child->pid());
  return status;
}

void NodeProcesses::Fence() {
  std::lock_guard<std::mutex> lock(mutex_);
  fenced_ = true;
  for (const pid_t pid : pids_) ::kill(pid, SIGKILL);
}

void NodeProcesses::Look(const ProcessName& name, Process* process) {
  const absl::optional<int> status = EndedOf(process->child.get());
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
    process->state.set_address(
        Ascii(platform::ReadFile(AddressFile(folders_, name))));
    process->state.set_phase(ProcessState::RUNNING);
    process->told = false;
  } catch (const platform::Error&) {
    // It does not listen yet.
  }
}

std::string NodeProcesses::LastWords(const ProcessName& name) const {
  const std::string begin = "paddle: ";
  try {
    std::string text =
        TailOf(folders_.LogOf(name.job, name.attempt, name.process));
    const size_t at = text.rfind(begin);
    if (at == std::string::npos) return "";
    text = text.substr(at + begin.size());
    while (!text.empty() && text.back() == '\n') text.pop_back();
    return Ascii(std::move(text));
  } catch (const platform::Error&) {
    return "";
  }
}

}  // namespace paddle::distributed
