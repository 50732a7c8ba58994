#include "paddle/framework/distributed/master/schedule.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"

namespace paddle::distributed {
namespace {

using proto::JobState;
using proto::ProcessState;

// Processes that nodes still have room for.
struct Free {
  std::map<std::string, int> trainers;
  std::map<std::string, int> servers;
};

Free AllOf(const Nodes& nodes) {
  Free free;
  for (const auto& [name, node] : nodes) {
    free.trainers[name] = node.trainers();
    free.servers[name] = node.servers();
  }
  return free;
}

void Occupy(const std::string& node, std::map<std::string, int>* free) {
  const auto found = free->find(node);
  if (found != free->end()) --found->second;
}

void Occupy(const ScheduledJob& job, Free* free) {
  if (job.state.phase() != JobState::RUNNING) return;
  for (const std::string& node : job.state.trainers()) {
    Occupy(node, &free->trainers);
  }
  for (const std::string& node : job.state.servers()) {
    Occupy(node, &free->servers);
  }
}

// Takes the place of one process where most are left; nothing if none is.
absl::optional<std::string> TakeOne(std::map<std::string, int>* free) {
  const auto most = std::max_element(
      free->begin(), free->end(),
      [](const auto& a, const auto& b) { return a.second < b.second; });
  if (most == free->end() || most->second <= 0) return {};
  --most->second;
  return most->first;
}

// Places all processes of an attempt; false, with nothing changed, if they do
// not fit.
bool Place(ScheduledJob* job, Free* free) {
  Free left = *free;
  JobState state = job->state;
  state.clear_trainers();
  state.clear_servers();
  for (int i = 0; i < job->state.needs().trainers(); ++i) {
    auto node = TakeOne(&left.trainers);
    if (!node) return false;
    state.add_trainers(*std::move(node));
  }
  for (int i = 0; i < job->state.needs().servers(); ++i) {
    auto node = TakeOne(&left.servers);
    if (!node) return false;
    state.add_servers(*std::move(node));
  }
  // Neighbours in rank exchange the most.
  std::sort(state.mutable_trainers()->begin(), state.mutable_trainers()->end());
  state.set_phase(JobState::RUNNING);
  state.set_attempt(state.attempt() + 1);
  job->state = std::move(state);
  *free = std::move(left);
  return true;
}

// Returns why the attempt cannot go on; "" if it can.
std::string LossOf(const ScheduledJob& job, const Nodes& nodes) {
  for (const auto& [process, node] : PlacesOf(job.state)) {
    // One that has ended needs its node no more.
    const ProcessState::Phase phase = PhaseOf(job, process);
    if (phase == ProcessState::DONE) continue;
    if (nodes.count(node) == 0) {
      return absl::StrCat("the node ", node, " of ", process, " was lost");
    }
    if (phase != ProcessState::LOST) continue;
    return absl::StrCat(process, " at ", node, ": ",
                        job.processes.at(process).message());
  }
  return "";
}

// Returns the message of the first process with a fault of its own, if any has.
absl::optional<std::string> FaultOf(const ScheduledJob& job) {
  for (const auto& [name, process] : job.processes) {
    if (process.phase() != ProcessState::FAILED) continue;
    return absl::StrCat(name, ": ", process.message());
  }
  return {};
}

bool AllTrainersDone(const ScheduledJob& job) {
  for (int i = 0; i < job.state.trainers_size(); ++i) {
    if (PhaseOf(job, TrainerName(i)) != ProcessState::DONE) return false;
  }
  return true;
}

void End(JobState::Phase phase, const std::string& message, JobState* state) {
  state->set_phase(phase);
  state->set_message(message);
}

// Ends a job that is over, or its attempt.
void Judge(const Nodes& nodes, ScheduledJob* job) {
  if (job->cancelled) return End(JobState::CANCELLED, "", &job->state);
  if (job->state.phase() != JobState::RUNNING) return;
  if (const auto fault = FaultOf(*job)) {
    return End(JobState::FAILED, *fault, &job->state);
  }
  if (AllTrainersDone(*job)) return job->state.set_phase(JobState::DONE);
  const std::string loss = LossOf(*job, nodes);
  if (loss.empty()) return;
  const bool again = job->state.attempt() <= job->state.needs().restarts();
  End(again ? JobState::WAITING : JobState::FAILED,
      again ? loss : absl::StrCat(loss, "; no restart is left"), &job->state);
}

// True if no process of the attempt before is left: it would write to the
// job's folder, and a node that has just died still counts as one that lives.
bool HasEnded(const ScheduledJob& job, const Nodes& nodes) {
  const std::vector<Placed> places = PlacesOf(job.state);
  return std::all_of(places.begin(), places.end(), [&](const Placed& each) {
    return nodes.count(each.node) == 0 ||
           PhaseOf(job, each.process) >= ProcessState::DONE;
  });
}

bool IsOpen(const JobState& state) {
  return state.phase() == JobState::WAITING ||
         state.phase() == JobState::RUNNING;
}

}  // namespace

std::string TrainerName(int rank) { return absl::StrCat("trainer-", rank); }
std::string ServerName(int number) { return absl::StrCat("server-", number); }

std::vector<Placed> PlacesOf(const JobState& state) {
  std::vector<Placed> places;
  for (int i = 0; i < state.servers_size(); ++i) {
    places.push_back({ServerName(i), state.servers(i)});
  }
  for (int i = 0; i < state.trainers_size(); ++i) {
    places.push_back({TrainerName(i), state.trainers(i)});
  }
  return places;
}

ProcessState::Phase PhaseOf(const ScheduledJob& job,
                            const std::string& process) {
  const auto found = job.processes.find(process);
  return found == job.processes.end() ? ProcessState::STARTING
                                      : found->second.phase();
}

std::vector<bool> Schedule(const Nodes& nodes,
                           std::vector<ScheduledJob>* jobs) {
  const Free all = AllOf(nodes);
  Free free = all;
  std::vector<bool> changed(jobs->size());
  for (size_t i = 0; i < jobs->size(); ++i) {
    ScheduledJob& job = (*jobs)[i];
    if (!IsOpen(job.state)) continue;
    const JobState::Phase before = job.state.phase();
    Judge(nodes, &job);
    changed[i] = job.state.phase() != before;
    Occupy(job, &free);
  }
  for (size_t i = 0; i < jobs->size(); ++i) {
    ScheduledJob& job = (*jobs)[i];
    if (job.state.phase() != JobState::WAITING) continue;
    // Its places are free only then, and those sent later wait behind it.
    if (!HasEnded(job, nodes)) break;
    if (Place(&job, &free)) {
      changed[i] = true;
      continue;
    }
    Free empty = all;
    ScheduledJob alone = job;
    if (Place(&alone, &empty)) break;
  }
  return changed;
}

}  // namespace paddle::distributed
