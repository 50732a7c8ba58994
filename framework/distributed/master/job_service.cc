#include "paddle/framework/distributed/master/job_service.h"

#include <algorithm>
#include <chrono>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

#include "paddle/framework/distributed/master/job_calls.h"
#include "paddle/framework/distributed/master/relative_name.h"
#include "paddle/framework/distributed/server/byte_tensor.h"
#include "paddle/framework/distributed/server/caught.h"
#include "paddle/platform/enforce.h"

namespace paddle::distributed {
namespace {

Reply ReplyOf(absl::string_view bytes) {
  Reply reply;
  reply.tensors.push_back(TensorOfBytes(bytes));
  return reply;
}

const std::string& Name(const Call& call, int index, const char* what) {
  PADDLE_ENFORCE(index < call.head.names_size(), InvalidArgument, "a call of ",
                 call.head.block(), " without ", what);
  return call.head.names(index);
}

int64_t Now() {
  return std::chrono::duration_cast<std::chrono::microseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

proto::JobState StateOf(const proto::JobSpec& spec, int shards) {
  proto::JobState state;
  proto::JobNeeds* needs = state.mutable_needs();
  needs->set_name(spec.name());
  needs->set_trainers(spec.trainers());
  needs->set_servers(spec.servers());
  needs->set_restarts(spec.restarts());
  needs->set_sent(Now());
  needs->set_shards(shards);
  return state;
}

proto::JobSpec SpecIn(const Call& call) {
  proto::JobSpec spec;
  PADDLE_ENFORCE(
      call.tensors.size() == 1 &&
          spec.ParseFromArray(call.tensors[0].raw_data(),
                              static_cast<int>(call.tensors[0].bytes())),
      InvalidArgument, "a job is sent as one JobSpec");
  return spec;
}

// The part behind the job's name tells it from others of that name.
void CheckId(const std::string& id, const std::string& name) {
  constexpr size_t kMostDigits = 20;
  const bool begins = absl::StartsWith(id, absl::StrCat(name, "-"));
  PADDLE_ENFORCE(begins && id.size() > name.size() + 1 &&
                     id.size() <= name.size() + 1 + kMostDigits &&
                     std::all_of(id.begin() + name.size() + 1, id.end(),
                                 absl::ascii_isxdigit),
                 InvalidArgument, "'", id, "' is no id of a job '", name,
                 "': that is followed by '-' and 1 to ", kMostDigits,
                 " hexadecimal digits");
}

}  // namespace

JobService::JobService(JobBoard* board, const JobFolders& folders,
                       const framework::SchemaSource& schemas,
                       const JobLimits& limits)
    : board_(board), folders_(folders), schemas_(schemas), limits_(limits) {}

void JobService::Begin(Call call, Done done) {
  done(CaughtReply([&] { return Answer(call); }));
}

Reply JobService::Answer(const Call& call) {
  const std::string& block = call.head.block();
  if (block == kSubmitBlock) return Submit(call);
  if (block == kJobsBlock) return Jobs(call);
  if (block == kFilesBlock) return Files(call);
  if (block == kReadBlock) return Read(call);
  if (block == kCancelBlock) return Cancel(call);
  PADDLE_THROW(NotFound,
               "a node has no block of that name; it has submit, "
               "jobs, files, read and cancel");
}

Reply JobService::Submit(const Call& call) {
  const std::string& id = Name(call, 0, "an id");
  const proto::JobSpec spec = SpecIn(call);
  const int shards = CheckJob(spec, schemas_, limits_).shards;
  CheckId(id, spec.name());
  for (const std::string& file : spec.data().files()) {
    FileBelow(folders_.data(), file);
  }
  try {
    folders_.Add(id, spec);
  } catch (const platform::Error& error) {
    if (error.code() != platform::ErrorCode::kAlreadyExists) throw;
    PADDLE_ENFORCE(
        folders_.SpecOf(id).SerializeAsString() == spec.SerializeAsString(),
        AlreadyExists, "there is another job '", id, "'");
  }
  board_->Add(id, StateOf(spec, shards));
  return Reply();
}

Reply JobService::Jobs(const Call& call) {
  const auto& only = call.head.names();
  proto::JobList list;
  for (const KnownJob& job : board_->Jobs()) {
    if (!only.empty() && job.id != only[0]) continue;
    proto::ListedJob* listed = list.add_jobs();
    listed->set_id(job.id);
    *listed->mutable_state() = job.state;
    listed->set_progress(folders_.ProgressOf(job.id));
  }
  return ReplyOf(list.SerializeAsString());
}

Reply JobService::Files(const Call& call) {
  return ReplyOf(folders_.FilesOf(Name(call, 0, "an id")).SerializeAsString());
}

Reply JobService::Read(const Call& call) {
  return ReplyOf(folders_.Read(Name(call, 0, "an id"), Name(call, 1, "a file"),
                               call.head.step(), kMostRead));
}

Reply JobService::Cancel(const Call& call) {
  const std::string& id = Name(call, 0, "an id");
  folders_.SpecOf(id);  // NotFound if there is none
  board_->Cancel(id);
  return Reply();
}

}  // namespace paddle::distributed
