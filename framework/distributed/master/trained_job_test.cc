#include "paddle/framework/distributed/master/trained_job.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/distributed/master/job_data.h"
#include "paddle/framework/distributed/master/job_lock.h"
#include "paddle/framework/distributed/master/sent_programs.h"
#include "paddle/framework/distributed/master/testing/sent_job_fixture.h"
#include "paddle/platform/file.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::distributed {
namespace {

class TrainedJobTest : public SentJobFixture {
 protected:
  // Runs `body` for a trainer that is alone.
  template <typename Body>
  void Alone(const Body& body) {
    spec_.set_shards(4);
    RunRanks(1, shards_, [&](Communicator& group) {
      Job job(std::shared_ptr<Communicator>(&group, [](Communicator*) {}));
      TrainedJob trained(spec_, ProgramsOf(spec_), FolderOf("job"), &job);
      body(&trained);
    });
  }
  std::vector<framework::Feeds> Batches() const {
    const auto reader =
        OpenData(spec_.data(), {"first.npz"}, 1, FolderOf(""), *main_);
    return {BatchAt(0, reader.get()), BatchAt(1, reader.get())};
  }
};

TEST_F(TrainedJobTest, GoesOnWhereItHasSaved) {
  MakePerceptron();
  proto::Progress behind;
  behind.set_epoch(1);
  behind.set_batches(4);
  Alone([&](TrainedJob* trained) {
    EXPECT_EQ(trained->progress().steps(), 0);
    trained->Step(Batches(), behind);
    trained->Save(behind);
    trained->Step(Batches(), behind);  // It is lost.
  });
  EXPECT_EQ(FileOf("job", "metrics").substr(0, 4), "1\t1\t");
  Alone([&](TrainedJob* trained) {
    behind.set_steps(1);
    EXPECT_EQ(trained->progress().SerializeAsString(),
              behind.SerializeAsString());
    const std::string metrics = FileOf("job", "metrics");
    EXPECT_EQ(std::count(metrics.begin(), metrics.end(), '\n'), 1);
  });
}

TEST_F(TrainedJobTest, SavesEachFewSteps) {
  MakePerceptron();
  spec_.set_checkpoint_steps(2);
  Alone([&](TrainedJob* trained) {
    for (int i = 0; i < 5; ++i) trained->Step(Batches(), {});
  });
  EXPECT_TRUE(std::filesystem::exists(FolderOf("job/checkpoint-4")));
  EXPECT_FALSE(std::filesystem::exists(FolderOf("job/checkpoint-5")));
}

TEST_F(TrainedJobTest, WaitsForTheAttemptBefore) {
  MakePerceptron();
  Alone([&](TrainedJob* trained) {
    trained->Step(Batches(), {});
    trained->Save({});
  });
  auto before = std::make_unique<JobLock>(FolderOf("job"));
  platform::AtomicWriteFile(FolderOf("job/metrics"), "1\t0\n2\t0\n");
  std::string meanwhile;
  std::thread ending([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    meanwhile = FileOf("job", "metrics");
    before = nullptr;
  });
  Alone([&](TrainedJob* trained) {
    ending.join();
    EXPECT_EQ(meanwhile, "1\t0\n2\t0\n");
    EXPECT_EQ(FileOf("job", "metrics"), "1\t0\n");
    EXPECT_ERROR(JobLock(FolderOf("job"), std::chrono::milliseconds(0)),
                 Unavailable, "still written");
    EXPECT_EQ(trained->progress().steps(), 1);
  });
  const JobLock after(FolderOf("job"), std::chrono::milliseconds(0));
}

TEST_F(TrainedJobTest, NeedsTheServersAndShardsOfTheSpec) {
  MakePerceptron();
  spec_.set_servers(2);
  EXPECT_ERROR(Alone([](TrainedJob*) {}), FailedPrecondition,
               "the job is to have 2 servers, and this trainer knows 0");
  spec_.set_servers(0);
  shards_ = 3;
  EXPECT_ERROR(Alone([](TrainedJob*) {}), FailedPrecondition,
               "the job is to have 4 shards, and this trainer knows 3");
}

}  // namespace
}  // namespace paddle::distributed
