#include "paddle/framework/distributed/master/check_job.h"

#include <algorithm>
#include <string>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"

#include "paddle/framework/distributed/master/relative_name.h"
#include "paddle/framework/ir/symbols.h"
#include "paddle/framework/ir/var_dims.h"
#include "paddle/framework/passes/data_parallel.h"
#include "paddle/framework/passes/parameter_server.h"
#include "paddle/framework/passes/training_cut.h"
#include "paddle/platform/enforce.h"

namespace paddle::distributed {
namespace {

using framework::Program;

constexpr size_t kLongestJobName = 64;
constexpr int kMostMetrics = 100;
// Files times epochs that are dealt out one by one.
constexpr int64_t kMostTasks = 100000;

bool IsInName(char c) {
  return absl::ascii_isalnum(c) || c == '-' || c == '_' || c == '.';
}

// A name is part of names of files and keys.
void CheckJobName(const std::string& name) {
  PADDLE_ENFORCE(!name.empty() && name.size() <= kLongestJobName &&
                     name[0] != '.' &&
                     std::all_of(name.begin(), name.end(), IsInName),
                 InvalidArgument,
                 "the name of a job is 1 to 64 letters, digits, '-', '_' and "
                 "'.', and begins with no '.'");
}

void CheckIn(int64_t value, int64_t least, int64_t most, const char* what) {
  PADDLE_ENFORCE(value >= least && value <= most, InvalidArgument, what, ": ",
                 value, " is not from ", least, " to ", most);
}

void CheckNumbers(const proto::JobSpec& spec, const JobLimits& limits) {
  CheckIn(spec.trainers(), 1, limits.trainers, "trainers");
  CheckIn(spec.servers(), 0, limits.servers, "servers");
  if (spec.shards() != 0) {
    CheckIn(spec.shards(), spec.trainers(), limits.shards, "shards");
  }
  CheckIn(spec.restarts(), 0, limits.restarts, "restarts");
  CheckIn(spec.staleness(), -1, int64_t{1} << 40, "staleness");
  CheckIn(spec.checkpoint_steps(), 0, int64_t{1} << 40, "checkpoint_steps");
  PADDLE_ENFORCE(!spec.async() || spec.servers() > 0, InvalidArgument,
                 "trainers that wait for no other one need servers");
  if (spec.async()) {
    const auto& data = spec.data();
    CheckIn(data.epochs() * int64_t{data.files_size()}, 0, kMostTasks,
            "files times epochs of trainers that wait for no other one");
  }
}

void CheckData(const proto::DataSource& data, const JobLimits& limits) {
  CheckIn(data.files_size(), 1, limits.files, "files of data");
  for (const std::string& file : data.files()) CheckRelativeName(file);
  CheckIn(data.batch(), 1, int64_t{1} << 31, "batch");
  CheckIn(data.epochs(), 1, int64_t{1} << 40, "epochs");
}

std::shared_ptr<const Program> Parsed(const std::string& bytes,
                                      const char* what,
                                      const framework::SchemaSource& schemas,
                                      const JobLimits& limits) {
  CheckIn(bytes.size(), 1, limits.program_bytes, what);
  try {
    return Program::Parse(schemas, bytes);
  } catch (platform::Error& error) {
    error.AddContext(absl::StrCat("in the ", what));
    throw;
  }
}

const framework::proto::VarDesc& VarOf(const Program& main,
                                       const std::string& name,
                                       const char* what) {
  for (const auto& var : main.global_block().desc().vars()) {
    if (var.name() == name) return var;
  }
  PADDLE_THROW(InvalidArgument, what, ": the program has no variable '", name,
               "'");
}

void CheckFeeds(const Program& main, const proto::DataSource& data) {
  absl::flat_hash_set<std::string> fed;
  for (const proto::FeedSource& feed : data.feeds()) {
    const auto& var = VarOf(main, feed.variable(), "data");
    PADDLE_ENFORCE(!var.persistable(), InvalidArgument,
                   "data: ", feed.variable(),
                   " is kept from step to step, and is not fed");
    PADDLE_ENFORCE(fed.insert(feed.variable()).second, InvalidArgument,
                   "data: ", feed.variable(), " is fed twice");
    PADDLE_ENFORCE(!feed.values().empty(), InvalidArgument,
                   "data: no array is named for ", feed.variable());
  }
}

void CheckMetrics(const Program& main, const proto::JobSpec& spec) {
  CheckIn(spec.metrics_size(), 0, kMostMetrics, "metrics");
  absl::flat_hash_set<std::string> told;
  for (const std::string& name : spec.metrics()) {
    // It stands in a line of a file of text.
    PADDLE_ENFORCE(std::all_of(name.begin(), name.end(), absl::ascii_isgraph) &&
                       told.insert(name).second,
                   InvalidArgument, "metrics: '", name,
                   "' is named twice, or has a character that is no letter, "
                   "digit or sign of ASCII");
    const framework::Dims dims =
        framework::DimsOf(VarOf(main, name, "metrics"));
    bool one = true;
    for (int i = 0; i < dims.rank(); ++i) one = one && dims[i] == 1;
    PADDLE_ENFORCE(one, InvalidArgument, "metrics: ", name, " has the shape ",
                   dims.ToString(), ", and is not one number");
  }
}

// Cuts the programs, as trainers and servers will.
void CheckCut(const CheckedJob& job, int servers) {
  PADDLE_ENFORCE(!framework::FindTrainingCut(*job.main).gradients.empty(),
                 InvalidArgument,
                 "the main program trains nothing: it has no gradients that an "
                 "optimizer takes");
  framework::DataParallelOptions options;
  options.shards = job.shards;
  if (servers == 0) {
    framework::DataParallel(job.main, options);
    return;
  }
  framework::ParameterServerOptions served;
  served.servers = servers;
  served.trainers = options;
  framework::ParameterServer(job.main, job.startup, served);
}

CheckedJob Checked(const proto::JobSpec& spec,
                   const framework::SchemaSource& schemas,
                   const JobLimits& limits) {
  CheckNumbers(spec, limits);
  CheckData(spec.data(), limits);
  CheckedJob job;
  job.main = Parsed(spec.main(), "main program", schemas, limits);
  job.startup = Parsed(spec.startup(), "startup program", schemas, limits);
  job.shards = spec.shards() == 0 ? spec.trainers() : spec.shards();
  CheckFeeds(*job.main, spec.data());
  CheckMetrics(*job.main, spec);
  CheckCut(job, spec.servers());
  return job;
}

}  // namespace

CheckedJob CheckJob(const proto::JobSpec& spec,
                    const framework::SchemaSource& schemas,
                    const JobLimits& limits) {
  CheckJobName(spec.name());
  try {
    return Checked(spec, schemas, limits);
  } catch (platform::Error& error) {
    error.AddContext(absl::StrCat("in the job '", spec.name(), "'"));
    throw;
  }
}

}  // namespace paddle::distributed
