#include "paddle/framework/distributed/master/trained_job.h"

#include <filesystem>
#include <iostream>
#include <memory>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/types/variant.h"

#include "paddle/framework/distributed/master/job_data.h"
#include "paddle/framework/distributed/master/own_files.h"
#include "paddle/framework/distributed/master/sent_programs.h"
#include "paddle/framework/distributed/server/call.pb.h"
#include "paddle/framework/executor/random_seed.h"
#include "paddle/framework/io/inference_model.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/tensor/on_cpu.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/platform/enforce.h"

namespace paddle::distributed {
namespace {

using framework::Feeds;
using framework::Fetched;
using framework::LoDTensor;

double NumberOf(const Fetched& fetched, const std::string& metric) {
  const auto* value = absl::get_if<LoDTensor>(&fetched);
  PADDLE_ENFORCE(value != nullptr && value->numel() == 1, InvalidArgument,
                 "the metric '", metric, "' is not one number");
  const LoDTensor here = framework::OnCPU(*value);
  return framework::VisitDataType(here.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    return static_cast<double>(here.data<T>()[0]);
  });
}

std::vector<BatchMetrics> MetricsOf(
    const std::vector<Feeds>& feeds,
    const std::vector<std::vector<Fetched>>& fetched,
    const std::vector<std::string>& names) {
  std::vector<BatchMetrics> batches;
  for (size_t i = 0; i < fetched.size(); ++i) {
    BatchMetrics batch;
    batch.rows = ItemsOf(feeds[i]);
    for (size_t j = 0; j < names.size(); ++j) {
      batch.values.push_back(NumberOf(fetched[i][j], names[j]));
    }
    batches.push_back(std::move(batch));
  }
  return batches;
}

proto::ServerOptions ServerOptionsOf(const proto::JobSpec& spec) {
  proto::ServerOptions options;
  options.set_async(spec.async());
  options.set_staleness(spec.staleness());
  return options;
}

void CheckPlace(const proto::JobSpec& spec, int shards, const Job& job) {
  PADDLE_ENFORCE(job.servers() == spec.servers(), FailedPrecondition,
                 "the job is to have ", spec.servers(),
                 " servers, and this trainer knows ", job.servers());
  // Progress is counted in batches of all shards.
  PADDLE_ENFORCE(job.shards() == shards, FailedPrecondition,
                 "the job is to have ", shards,
                 " shards, and this trainer knows ", job.shards());
  PADDLE_ENFORCE(!job.has_agent(), FailedPrecondition,
                 "a job that was sent is started again as a whole: its "
                 "trainers have no agent");
}

// Returns the lock of the first trainer, which alone writes; it makes the
// folder.
std::unique_ptr<JobLock> LockOf(const std::string& folder, const Job& job) {
  if (job.rank() != 0) return nullptr;
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  PADDLE_ENFORCE(!error, FailedPrecondition, "cannot make ", folder, ": ",
                 error.message());
  return std::make_unique<JobLock>(folder);
}

void Tell(const std::string& message) {
  std::cerr << absl::StrCat("paddle: ", message, "\n");
}

}  // namespace

TrainedJob::TrainedJob(const proto::JobSpec& spec, const CheckedJob& programs,
                       const std::string& folder, Job* job)
    : spec_(spec),
      job_(job),
      persistables_(framework::PersistableNames(*programs.main)),
      metrics_(spec.metrics().begin(), spec.metrics().end()),
      checkpoints_(folder) {
  CheckPlace(spec, programs.shards, *job);
  lock_ = LockOf(folder, *job);
  framework::SetDefaultSeed(SeedOf(spec));
  Cut(programs);
  job->BindStep(scope_.get());
  executor_.Run(programs_.startup, {}, {}, scope_.get());
  GoOn(*programs.main);
  if (job->rank() != 0) return;
  lines_ = std::make_unique<MetricsFile>(folder + "/metrics", metrics_,
                                         progress_.steps());
}

void TrainedJob::Cut(const CheckedJob& programs) {
  if (job_->servers() > 0) {
    programs_ = job_->ParallelizeServed(programs.main, programs.startup, {},
                                        ServerOptionsOf(spec_));
  } else {
    programs_ = {job_->Parallelize(programs.main, {}), programs.startup};
  }
}

// The first trainer chooses, so that all go on from the same checkpoint.
void TrainedJob::GoOn(const framework::Program& main) {
  absl::optional<proto::Progress> found;
  if (job_->rank() == 0) found = checkpoints_.Latest(&Tell);
  const std::string chosen =
      job_->Gather(found.has_value() ? found->SerializeAsString() : "")[0];
  // Nothing is also what one of no steps has: startup has made its values.
  if (chosen.empty()) return;
  PADDLE_ENFORCE(progress_.ParseFromString(chosen), DataLoss,
                 "the first trainer tells no progress");
  WithOwnFiles([&] {
    framework::LoadVariables(checkpoints_.ValuesOf(progress_.steps()), main,
                             persistables_, scope_.get());
  });
  saved_ = progress_.SerializeAsString();
  job_->set_steps(progress_.steps());
  // A job of one shard counts runs instead, of which startup was the first.
  framework::SetStep(scope_.get(), framework::StepOf(*scope_) +
                                       static_cast<uint64_t>(job_->steps()));
  if (job_->servers() > 0) job_->SendState(*scope_);
}

void TrainedJob::Step(const std::vector<Feeds>& feeds,
                      const proto::Progress& behind) {
  const auto fetched =
      job_->Run(&executor_, programs_.trainers, feeds, metrics_, scope_);
  progress_ = behind;
  progress_.set_steps(job_->steps());
  Record(MetricsOf(feeds, fetched, metrics_));
  const int64_t every = spec_.checkpoint_steps();
  if (every > 0 && progress_.steps() % every == 0) Save(progress_);
}

void TrainedJob::Record(std::vector<BatchMetrics> own) {
  if (!spec_.async() && !metrics_.empty()) {
    const auto gathered = job_->Gather(PackBatches(own));
    own.clear();
    for (const std::string& bytes : gathered) {
      for (auto& each : UnpackBatches(bytes, metrics_.size())) {
        own.push_back(std::move(each));
      }
    }
  }
  if (lines_ == nullptr) return;
  lines_->Append(progress_.steps(), progress_.epoch(),
                 MeansOf(own, metrics_.size()));
}

void TrainedJob::Save(const proto::Progress& behind) {
  progress_ = behind;
  progress_.set_steps(job_->steps());
  const std::string made = progress_.SerializeAsString();
  if (lines_ == nullptr || made == saved_) return;
  // Lines of steps that are in the checkpoint are not written again.
  lines_->Sync();
  job_->FetchState(scope_.get());
  checkpoints_.Save(progress_, persistables_, *scope_);
  saved_ = made;
}

}  // namespace paddle::distributed
