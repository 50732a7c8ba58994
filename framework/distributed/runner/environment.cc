#include "paddle/framework/distributed/runner/environment.h"

#include <algorithm>
#include <cstdlib>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"

#include "paddle/platform/enforce.h"

namespace paddle::distributed {
namespace {

// The variables by which one kind of launcher tells rank and size.
struct Starter {
  const char* rank;
  const char* size;
  const char* local_rank;  // or null
};

// The first whose rank or size is set counts. Some schedulers set a size where
// they start one process only, so that for those the rank decides.
constexpr Starter kLauncher = {"RANK", "WORLD_SIZE", "LOCAL_RANK"};
constexpr Starter kStarters[] = {
    kLauncher,
    {"SLURM_PROCID", "SLURM_NTASKS", "SLURM_LOCALID"},
    {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE",
     "OMPI_COMM_WORLD_LOCAL_RANK"},
    {"PMI_RANK", "PMI_SIZE", "MPI_LOCALRANKID"},
    {"JOB_COMPLETION_INDEX", "PADDLE_TRAINERS", nullptr},
};

constexpr char kLocalRank[] = "PADDLE_LOCAL_RANK";

class Reader {
 public:
  explicit Reader(const ReadVariable& read) : read_(read) {}

  bool Has(const char* name) const { return read_(name) != nullptr; }

  std::string Text(const char* name) const {
    const char* value = read_(name);
    return value == nullptr ? "" : value;
  }

  // At most nine digits: more are no count of processes.
  int Number(const char* name) const {
    const char* text = read_(name);
    PADDLE_ENFORCE(text != nullptr, InvalidArgument, name, " is not set");
    int value = 0;
    const std::string digits = text;
    PADDLE_ENFORCE(
        digits.size() <= 9 &&
            std::all_of(digits.begin(), digits.end(), absl::ascii_isdigit) &&
            absl::SimpleAtoi(digits, &value),
        InvalidArgument, name, " is '", text,
        "', which is no whole number from 0 on");
    return value;
  }

 private:
  const ReadVariable& read_;
};

// Returns null for a process that nobody has started as one of a job.
const Starter* StarterOf(const Reader& reader) {
  for (const Starter& each : kStarters) {
    if (reader.Has(each.rank)) return &each;
  }
  return reader.Has(kLauncher.size) ? &kStarters[0] : nullptr;
}

int SizeOf(const Reader& reader, const Starter& starter) {
  PADDLE_ENFORCE(reader.Has(starter.size), InvalidArgument, starter.size,
                 " is not set, but ", starter.rank, " is");
  const int size = reader.Number(starter.size);
  PADDLE_ENFORCE(size > 0, InvalidArgument, starter.size,
                 " is 0, but there is this process");
  return size;
}

int LocalRankOf(const Reader& reader, const Starter& starter) {
  if (starter.rank == kLauncher.rank && reader.Has(kLocalRank)) {
    return reader.Number(kLocalRank);
  }
  const char* name = starter.local_rank;
  return name != nullptr && reader.Has(name) ? reader.Number(name) : 0;
}

void ReadPlace(const Reader& reader, const Starter& starter,
               JobEnvironment* place) {
  place->rank = reader.Number(starter.rank);
  place->size = SizeOf(reader, starter);
  PADDLE_ENFORCE(place->rank < place->size, InvalidArgument, starter.rank,
                 " is ", place->rank, ", but ", starter.size, " is ",
                 place->size, ": ranks begin with 0");
  place->local_rank = LocalRankOf(reader, starter);
  PADDLE_ENFORCE(
      place->size == 1 || !place->store.empty() || !place->agent.empty(),
      InvalidArgument, "PADDLE_STORE is not set: ", starter.size,
      " says that the job has ", place->size,
      " processes, which need its URL to find each other");
}

std::vector<std::string> ServersOf(const Reader& reader) {
  const char* const name = "PADDLE_SERVERS";
  const std::string text = reader.Text(name);
  if (text.empty()) return {};
  const std::vector<std::string> servers = absl::StrSplit(text, ',');
  for (const std::string& address : servers) {
    const size_t colon = address.rfind(':');
    int port = 0;
    PADDLE_ENFORCE(colon != std::string::npos && colon > 0 &&
                       absl::SimpleAtoi(address.substr(colon + 1), &port) &&
                       0 < port && port < 65536,
                   InvalidArgument, name, " has '", address,
                   "', which is no address of a server, such as 10.0.0.1:4000");
  }
  return servers;
}

}  // namespace

JobEnvironment ReadJobEnvironment(const ReadVariable& read) {
  const Reader reader(read);
  JobEnvironment place;
  place.store = reader.Text("PADDLE_STORE");
  place.job = reader.Text("PADDLE_JOB");
  place.agent = reader.Text("PADDLE_AGENT");
  place.servers = ServersOf(reader);
  // Without a rank: it is one of several machines.
  if (!place.agent.empty()) place.local_rank = reader.Number(kLocalRank);
  const Starter* starter = StarterOf(reader);
  if (starter != nullptr) ReadPlace(reader, *starter, &place);
  place.shards = place.size;
  const char* shards = "PADDLE_SHARDS";
  if (reader.Has(shards)) {
    place.shards = reader.Number(shards);
    PADDLE_ENFORCE(place.shards >= place.size, InvalidArgument, shards, " is ",
                   place.shards, ", which is less than the size of the job, ",
                   place.size);
  }
  return place;
}

JobEnvironment ReadJobEnvironment() { return ReadJobEnvironment(&std::getenv); }

}  // namespace paddle::distributed
