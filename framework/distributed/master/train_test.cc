#include "paddle/framework/distributed/master/train.h"

#include <filesystem>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/types/optional.h"
#include "gtest/gtest.h"

#include "paddle/framework/distributed/master/testing/sent_job_fixture.h"
#include "paddle/framework/executor/random_seed.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::distributed {
namespace {

class TrainTest : public SentJobFixture {
 protected:
  // Expects the bits of one process from several, and from servers.
  void ExpectOneOutcome() {
    const Outcome alone = Ran(1, 0);
    for (const auto& [trainers, servers] : std::vector<std::pair<int, int>>{
             {2, 0}, {4, 0}, {1, 1}, {2, 2}, {4, 1}}) {
      const Outcome outcome = Ran(trainers, servers);
      EXPECT_TRUE(outcome.values == alone.values) << trainers << ' ' << servers;
      EXPECT_EQ(outcome.metrics, alone.metrics) << trainers << ' ' << servers;
    }
  }

  std::set<std::string> Checkpoints(const std::string& name) const {
    std::set<std::string> found;
    for (const auto& entry :
         std::filesystem::directory_iterator(FolderOf(name))) {
      if (entry.is_directory()) found.insert(entry.path().filename());
    }
    return found;
  }

  // Trains until all trainers have made so many steps.
  void Interrupt(const std::string& name, int trainers, int servers,
                 int64_t at) {
    const auto options = [&](int) {
      TrainOptions made;
      made.behind_step = [at](int64_t steps) {
        PADDLE_ENFORCE(steps != at, Cancelled, "interrupted");
      };
      return made;
    };
    EXPECT_ERROR(Run(name, trainers, servers, options), Cancelled,
                 "interrupted");
  }
};

TEST_F(TrainTest, HasTheBitsOfOneProcess) {
  MakePerceptron();
  ExpectOneOutcome();
}

TEST_F(TrainTest, HasThemOfRaggedSequences) {
  MakeLstm();
  ExpectOneOutcome();
}

TEST_F(TrainTest, ChangesParametersAndLowersTheLoss) {
  MakePerceptron();
  spec_.mutable_data()->set_epochs(30);
  Run("long", 2, 0);
  const std::vector<std::string> lines =
      absl::StrSplit(FileOf("long", "metrics"), '\n', absl::SkipEmpty());
  ASSERT_EQ(lines.size(), 30 * kStepsOfEpoch);
  const auto loss = [&](const std::string& line) {
    const std::vector<std::string> columns = absl::StrSplit(line, '\t');
    EXPECT_EQ(columns.size(), 3);
    const std::string start = spec_.metrics(0) + "=";
    EXPECT_EQ(columns[2].substr(0, start.size()), start);
    return std::stod(columns[2].substr(start.size()));
  };
  EXPECT_EQ(lines[3].substr(0, 4), "4\t1\t");
  EXPECT_LT(loss(lines.back()), 0.5 * loss(lines.front()));
}

TEST_F(TrainTest, GoesOnFromEachStepWithOthers) {
  MakePerceptron();
  spec_.set_checkpoint_steps(1);
  const Outcome whole = Ran(1, 0);
  for (int64_t at = 1; at <= Steps(); ++at) {
    const std::string name = absl::StrCat("interrupted-", at);
    Interrupt(name, 2, at % 2, at);
    Run(name, at % 3 == 0 ? 1 : 4, at / 3);
    const Outcome outcome = OutcomeOf(name);
    EXPECT_TRUE(outcome.values == whole.values) << at;
    EXPECT_EQ(outcome.metrics, whole.metrics) << at;
  }
}

TEST_F(TrainTest, GoesOnWithOneShard) {
  MakePerceptron();
  shards_ = 1;
  spec_.set_checkpoint_steps(3);
  const Outcome whole = Ran(1, 0);
  for (const int servers : {0, 1}) {
    const std::string name = absl::StrCat("single-", servers);
    Interrupt(name, 1, servers, 10);
    Run(name, 1, 1 - servers);
    EXPECT_TRUE(OutcomeOf(name).values == whole.values) << servers;
    EXPECT_EQ(OutcomeOf(name).metrics, whole.metrics) << servers;
  }
}

TEST_F(TrainTest, RepeatsTheStepsBehindTheCheckpoint) {
  MakeLstm();
  spec_.set_checkpoint_steps(2);
  const Outcome whole = Ran(1, 0);
  Interrupt("repeated", 1, 1, 5);
  EXPECT_TRUE(std::filesystem::exists(FolderOf("repeated/checkpoint-4")));
  Run("repeated", 2, 2);
  EXPECT_TRUE(OutcomeOf("repeated").values == whole.values);
  EXPECT_EQ(OutcomeOf("repeated").metrics, whole.metrics);
}

TEST_F(TrainTest, GoesOnFromNothingToTheSameBits) {
  MakePerceptron();
  spec_.set_checkpoint_steps(100);
  const Outcome whole = Ran(1, 0);
  Interrupt("anew", 2, 1, 4);
  framework::SetDefaultSeed(123);  // as another process has another one
  Run("anew", 2, 1);
  EXPECT_TRUE(OutcomeOf("anew").values == whole.values);
  EXPECT_EQ(OutcomeOf("anew").metrics, whole.metrics);
}

TEST_F(TrainTest, PassesOverDamage) {
  MakePerceptron();
  const Outcome whole = Ran(1, 0);
  std::filesystem::resize_file(FolderOf("job-1-0/checkpoint-6/values"), 100);
  ::testing::internal::CaptureStderr();
  Run("job-1-0", 2, 0);
  const std::string told = ::testing::internal::GetCapturedStderr();
  EXPECT_NE(told.find("paddle: the checkpoint of 6 steps is passed over"),
            std::string::npos)
      << told;
  EXPECT_TRUE(OutcomeOf("job-1-0").values == whole.values);
  EXPECT_EQ(OutcomeOf("job-1-0").metrics, whole.metrics);
}

TEST_F(TrainTest, DoesNothingMoreAtItsEnd) {
  MakePerceptron();
  Ran(2, 0);
  bool stepped = false;
  TrainOptions options;
  options.behind_step = [&](int64_t) { stepped = true; };
  Run("job-2-0", 1, 0, [&](int) { return options; });
  EXPECT_FALSE(stepped);
}

// Deals out tasks to trainers that are threads.
class SharedTasks : public TaskSource {
 public:
  explicit SharedTasks(int tasks) : tasks_(tasks) {}

  absl::optional<int> Claim() override {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (next_ == tasks_) return absl::nullopt;
    return next_++;
  }
  void Done(int task) override {
    const std::lock_guard<std::mutex> lock(mutex_);
    done_.insert(task);
  }
  const std::set<int>& done() const { return done_; }

 private:
  const int tasks_;
  std::mutex mutex_;
  int next_ = 0;
  std::set<int> done_;
};

TEST_F(TrainTest, TakesFilesFromAQueue) {
  MakePerceptron();
  spec_.set_async(true);
  spec_.set_staleness(-1);
  spec_.set_checkpoint_steps(2);
  SharedTasks tasks(TasksOf(spec_));
  std::mutex mutex;
  int steps = 0;
  TrainOptions options;
  options.tasks = &tasks;
  options.behind_step = [&](int64_t) {
    const std::lock_guard<std::mutex> lock(mutex);
    ++steps;
  };
  Run("queue", 4, 2, [&](int) { return options; });
  EXPECT_EQ(tasks.done(), (std::set<int>{0, 1, 2, 3}));
  EXPECT_EQ(steps, 2 * (5 + 6));  // one batch each
}

TEST_F(TrainTest, DealsFilesOutByItself) {
  MakePerceptron();
  spec_.set_async(true);
  spec_.set_staleness(1);
  spec_.set_checkpoint_steps(1);
  std::mutex mutex;
  std::vector<int> steps(2);
  const auto counting = [&](int rank) {
    TrainOptions options;
    options.behind_step = [&steps, &mutex, rank](int64_t) {
      const std::lock_guard<std::mutex> lock(mutex);
      ++steps[rank];
    };
    return options;
  };
  Run("dealt", 2, 1, counting);
  // Two batches a step, of 5 and of 6 in each epoch.
  EXPECT_EQ(steps, (std::vector<int>{2 * 3, 2 * 3}));
  spec_.mutable_data()->set_epochs(kEpochs + 1);
  Run("dealt", 2, 1, counting);
  EXPECT_EQ(steps, (std::vector<int>{3 * 3, 3 * 3}));
}

TEST_F(TrainTest, KeepsTheEpochsOfTrainersThatDoNotWait) {
  MakePerceptron();
  spec_.set_async(true);
  spec_.set_staleness(-1);
  spec_.mutable_data()->set_epochs(3);
  shards_ = 1;
  // Steps 12 and on are of the second epoch, 23 and on of the third.
  Interrupt("epochs", 1, 1, 20);
  EXPECT_EQ(Checkpoints("epochs"),
            (std::set<std::string>{"checkpoint-11", "checkpoint-5"}));
  int64_t first = 0;
  TrainOptions options;
  options.behind_step = [&](int64_t steps) {
    if (first == 0) first = steps;
  };
  Run("epochs", 1, 1, [&](int) { return options; });
  EXPECT_EQ(first, 12);
  EXPECT_EQ(Checkpoints("epochs"),
            (std::set<std::string>{"checkpoint-22", "checkpoint-33"}));
}

// Fails as the first task is said to be done.
class LostAtTheFirst : public SharedTasks {
 public:
  using SharedTasks::SharedTasks;
  void Done(int) override { PADDLE_THROW(Cancelled, "lost"); }
};

TEST_F(TrainTest, NoTaskOfTheFirstTrainerIsDoneWithoutACheckpoint) {
  MakePerceptron();
  spec_.set_async(true);
  spec_.set_checkpoint_steps(1000);
  shards_ = 1;
  LostAtTheFirst tasks(TasksOf(spec_));
  TrainOptions options;
  options.tasks = &tasks;
  EXPECT_ERROR(Run("first", 1, 1, [&](int) { return options; }), Cancelled,
               "lost");
  EXPECT_EQ(Checkpoints("first"), std::set<std::string>{"checkpoint-5"});
}

TEST_F(TrainTest, RefusesWhatCannotBe) {
  MakePerceptron();
  proto::JobSpec whole = spec_;
  spec_.mutable_data()->add_files("third.npz");
  EXPECT_ERROR(Run("refused", 2, 0), NotFound, "third.npz");
  *spec_.mutable_data()->mutable_files(2) = "../third.npz";
  EXPECT_ERROR(Run("refused", 1, 0), InvalidArgument, "../third.npz");
  std::filesystem::create_directory(folder_.Path("third.npz"));
  *spec_.mutable_data()->mutable_files(2) = "third.npz";
  EXPECT_ERROR(Run("refused", 1, 0), FailedPrecondition, "third.npz");
  spec_ = whole;
  spec_.set_async(true);
  EXPECT_ERROR(Run("refused", 1, 0), InvalidArgument, "need servers");
  spec_ = whole;
  spec_.add_metrics("x");
  EXPECT_ERROR(Run("refused", 1, 0), InvalidArgument, "is not one number");
  spec_ = whole;
  spec_.mutable_main()->resize(100);
  EXPECT_ERROR(Run("refused", 1, 0), DataLoss, "in the main program");
}

}  // namespace
}  // namespace paddle::distributed
