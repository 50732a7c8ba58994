#include "paddle/framework/distributed/master/train.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "paddle/framework/distributed/master/job_data.h"
#include "paddle/framework/distributed/master/sent_programs.h"
#include "paddle/framework/distributed/master/trained_job.h"
#include "paddle/platform/enforce.h"

namespace paddle::distributed {
namespace {

using framework::BatchReader;
using framework::Feeds;

proto::Progress ProgressOf(int64_t epoch, int64_t batches) {
  proto::Progress progress;
  progress.set_epoch(epoch);
  progress.set_batches(batches);
  return progress;
}

// Task r, r + n, ... for trainer r of n, from the epoch on.
class RoundRobin : public TaskSource {
 public:
  RoundRobin(const proto::JobSpec& spec, int64_t epoch, const Job& job)
      : tasks_(TasksOf(spec)), every_(job.size()) {
    next_ = static_cast<int>(epoch) * spec.data().files_size() + job.rank();
  }

  absl::optional<int> Claim() override {
    if (next_ >= tasks_) return absl::nullopt;
    return std::exchange(next_, next_ + every_);
  }
  void Done(int) override {}

 private:
  const int tasks_;
  const int every_;
  int next_ = 0;
};

// The loops over data of one trainer.
class Training {
 public:
  Training(const proto::JobSpec& spec, const std::string& folder,
           const std::string& data_folder, Job* job,
           const TrainOptions& options)
      : spec_(spec),
        data_folder_(data_folder),
        job_(job),
        options_(options),
        programs_(ProgramsOf(spec)) {
    const auto& files = spec.data().files();
    // Before the others are asked for anything: a file that is missing is then
    // the only error.
    reader_ = Open({files.begin(), files.end()}, spec.data().epochs());
    trained_ = std::make_unique<TrainedJob>(spec, programs_, folder, job);
  }

  // Trains with the others.
  void Together() {
    const proto::Progress from = trained_->progress();
    for (int64_t epoch = from.epoch(); epoch < spec_.data().epochs(); ++epoch) {
      Epoch(epoch, epoch == from.epoch() ? from.batches() : 0);
      if (spec_.checkpoint_steps() == 0) trained_->Save(trained_->progress());
    }
    trained_->Save(trained_->progress());
  }

  // Trains without waiting for the others.
  void Alone() {
    RoundRobin dealt(spec_, trained_->progress().epoch(), *job_);
    TaskSource* tasks = options_.tasks == nullptr ? &dealt : options_.tasks;
    while (const auto task = tasks->Claim()) {
      BeginEpoch(*task / spec_.data().files_size());
      Task(*task);
      // Tasks that are done are not dealt out again: without a checkpoint the
      // next attempt would have nothing of them.
      if (!trained_->has_checkpoint()) trained_->Save(trained_->progress());
      tasks->Done(*task);
    }
    job_->LeaveServers();
    job_->Barrier();
    trained_->Save(ProgressOf(spec_.data().epochs(), 0));
  }

 private:
  std::unique_ptr<BatchReader> Open(const std::vector<std::string>& files,
                                    int64_t epochs) const {
    return OpenData(spec_.data(), files, epochs, data_folder_, *programs_.main);
  }

  // Trains on the batches of an epoch from number `first` on.
  void Epoch(int64_t epoch, int64_t first) {
    const int64_t end = reader_->batches_per_epoch();
    job_->BeginLoop(trained_->scope());
    for (bool skip; job_->NextRound(&skip); first += job_->shards()) {
      if (skip) continue;
      if (!job_->BeginRound(first < end)) break;
      const int64_t next = std::min(end, first + job_->shards());
      Step(OwnBatches(epoch * end, first, next), ProgressOf(epoch, next));
      job_->EndRound();
    }
    job_->EndLoop();
  }

  // Returns those of batches [first, next) of an epoch that are this trainer's.
  std::vector<Feeds> OwnBatches(int64_t epoch_begin, int64_t first,
                                int64_t next) {
    std::vector<Feeds> feeds;
    const ShardRange own = job_->own_shards();
    for (int64_t i = first + own.begin; i < std::min(next, first + own.end);
         ++i) {
      feeds.push_back(BatchAt(epoch_begin + i, reader_.get()));
    }
    return feeds;
  }

  // Keeps the epochs before, if the first task of this one comes.
  void BeginEpoch(int64_t epoch) {
    if (spec_.checkpoint_steps() == 0 && epoch > trained_->progress().epoch()) {
      trained_->Save(ProgressOf(epoch, 0));
    }
  }

  // Trains on one file, as many batches a step as this trainer has shards.
  void Task(int task) {
    const int files = spec_.data().files_size();
    PADDLE_ENFORCE(task >= 0 && task < TasksOf(spec_), OutOfRange, "task ",
                   task, " of a job of ", TasksOf(spec_));
    const int64_t epoch = task / files;
    const auto reader = Open({spec_.data().files(task % files)}, epoch + 1);
    const int64_t begin = epoch * reader->batches_per_epoch();
    const int64_t end = begin + reader->batches_per_epoch();
    for (int64_t next = begin; next < end;) {
      std::vector<Feeds> feeds;
      for (int i = 0; i < job_->own_shards().size() && next < end; ++i) {
        feeds.push_back(BatchAt(next++, reader.get()));
      }
      Step(feeds, ProgressOf(epoch, 0));
    }
  }

  void Step(const std::vector<Feeds>& feeds, const proto::Progress& behind) {
    trained_->Step(feeds, behind);
    if (options_.behind_step != nullptr) options_.behind_step(job_->steps());
  }

  const proto::JobSpec& spec_;
  const std::string data_folder_;
  Job* const job_;
  const TrainOptions& options_;
  const CheckedJob programs_;
  std::unique_ptr<BatchReader> reader_;
  std::unique_ptr<TrainedJob> trained_;
};

}  // namespace

int TasksOf(const proto::JobSpec& spec) {
  const int64_t tasks = spec.data().files_size() * spec.data().epochs();
  PADDLE_ENFORCE(tasks <= std::numeric_limits<int>::max(), InvalidArgument,
                 "the files of all epochs are ", tasks, " tasks");
  return static_cast<int>(tasks);
}

void Train(const proto::JobSpec& spec, const std::string& folder,
           const std::string& data_folder, Job* job,
           const TrainOptions& options) {
  Training training(spec, folder, data_folder, job, options);
  spec.async() ? training.Alone() : training.Together();
}

}  // namespace paddle::distributed
