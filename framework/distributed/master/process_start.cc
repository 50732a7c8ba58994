#include "paddle/framework/distributed/master/process_start.h"

#include <unistd.h>

#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"

#include "paddle/platform/cpu_info.h"

namespace paddle::distributed {
namespace {

// Variables that tell a process a place in a job.
const std::set<std::string>& PlaceVariables() {
  static const auto* names = new std::set<std::string>{
      "RANK",           "WORLD_SIZE",           "LOCAL_RANK",
      "PADDLE_STORE",   "PADDLE_JOB",           "PADDLE_AGENT",
      "PADDLE_SERVERS", "PADDLE_SHARDS",        "PADDLE_LOCAL_RANK",
      "PADDLE_ADDRESS", "JOB_COMPLETION_INDEX", "SLURM_PROCID",
      "PMI_RANK",       "OMPI_COMM_WORLD_RANK"};
  return *names;
}

std::string NameOf(const std::string& variable) {
  return variable.substr(0, variable.find('='));
}

std::string AddressesOf(const ScheduledJob& job) {
  std::vector<std::string> addresses;
  for (int i = 0; i < job.state.servers_size(); ++i) {
    addresses.push_back(job.processes.at(ServerName(i)).address());
  }
  return absl::StrJoin(addresses, ",");
}

int ThreadsOf(const NodePlace& place) {
  return std::max(1, platform::CPUCount() / std::max(1, place.trainers));
}

// Returns what a trainer needs to find its place.
std::vector<std::string> TrainerVariables(const NodePlace& place,
                                          const ScheduledJob& job,
                                          absl::string_view rank) {
  std::vector<std::string> variables = {
      absl::StrCat("RANK=", rank),
      absl::StrCat("WORLD_SIZE=", job.state.trainers_size()),
      absl::StrCat("PADDLE_SHARDS=", job.state.needs().shards()),
      absl::StrCat("PADDLE_STORE=", place.store, "/meetings"),
      absl::StrCat("PADDLE_JOB=", job.id, "-", job.state.attempt())};
  if (job.state.servers_size() > 0) {
    variables.push_back(absl::StrCat("PADDLE_SERVERS=", AddressesOf(job)));
  }
  return variables;
}

}  // namespace

NodeProcesses::Start StartOf(const NodePlace& place, const ScheduledJob& job,
                             const ProcessName& name,
                             const std::vector<std::string>& own) {
  NodeProcesses::Start start;
  start.command = {place.program,
                   absl::StrCat("--run=", name.process),
                   absl::StrCat("--job=", name.job),
                   absl::StrCat("--attempt=", name.attempt),
                   absl::StrCat("--root=", place.root),
                   absl::StrCat("--store=", place.store),
                   absl::StrCat("--host=", place.host),
                   absl::StrCat("--parent=", ::getpid())};
  bool threads = false;
  for (const std::string& variable : own) {
    if (PlaceVariables().count(NameOf(variable)) != 0) continue;
    threads = threads || NameOf(variable) == "OMP_NUM_THREADS";
    start.environment.push_back(variable);
  }
  start.environment.push_back(absl::StrCat("PADDLE_ADDRESS=", place.host));
  if (!threads) {
    start.environment.push_back(
        absl::StrCat("OMP_NUM_THREADS=", ThreadsOf(place)));
  }
  absl::string_view rank = name.process;
  if (!absl::ConsumePrefix(&rank, "trainer-")) return start;
  for (std::string& each : TrainerVariables(place, job, rank)) {
    start.environment.push_back(std::move(each));
  }
  return start;
}

std::vector<std::string> OwnEnvironment() {
  std::vector<std::string> own;
  for (char** each = ::environ; *each != nullptr; ++each) own.push_back(*each);
  return own;
}

}  // namespace paddle::distributed
