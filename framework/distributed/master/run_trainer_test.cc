#include "paddle/framework/distributed/master/run_trainer.h"

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

#include "paddle/framework/distributed/master/node_processes.h"
#include "paddle/framework/distributed/master/testing/sent_job_fixture.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::distributed {
namespace {

class RunTrainerTest : public SentJobFixture {
 protected:
  void SetUp() override {
    SentJobFixture::SetUp();
    MakePerceptron();
    spec_.set_trainers(1);
    spec_.set_shards(1);
  }

  // Returns the exit status of the only trainer, and what it prints.
  std::pair<int, std::string> Run(const std::string& id) const {
    ::testing::internal::CaptureStderr();
    const int status = RunTrainer(folders_, id);
    return {status, ::testing::internal::GetCapturedStderr()};
  }
  // Keeps the job.
  void Add(const std::string& id) const {
    folders_.Add(id, spec_);
    for (const char* file : {"first.npz", "second.npz"}) {
      std::filesystem::copy(FolderOf(file),
                            absl::StrCat(folders_.data(), "/", file),
                            std::filesystem::copy_options::overwrite_existing);
    }
  }

  const JobFolders folders_{FolderOf("cluster")};
};

TEST_F(RunTrainerTest, TrainsAJobOfOne) {
  Add("job-1");
  EXPECT_EQ(Run("job-1"), std::make_pair(0, std::string()));
  EXPECT_EQ(folders_.ProgressOf("job-1").substr(0, 5), "22\t1\t");
}

TEST_F(RunTrainerTest, SaysWhatIsWrong) {
  spec_.mutable_data()->add_files("none.npz");
  Add("job-1");
  const auto [status, told] = Run("job-1");
  EXPECT_EQ(status, 1);
  EXPECT_EQ(told.substr(0, 8), "paddle: ");
  EXPECT_NE(told.find("none.npz"), std::string::npos) << told;
  EXPECT_EQ(Run("job-2").first, 1);
}

TEST_F(RunTrainerTest, IsLostWithoutItsServers) {
  spec_.set_servers(1);
  Add("job-1");
  setenv("PADDLE_SERVERS", "127.0.0.1:1", 1);
  setenv("PADDLE_GRPC_LIBRARY", "no/such.so", 1);
  const auto [status, told] = Run("job-1");
  unsetenv("PADDLE_SERVERS");
  unsetenv("PADDLE_GRPC_LIBRARY");
  EXPECT_EQ(status, 75);
  EXPECT_NE(told.find("no/such.so"), std::string::npos) << told;
}

TEST_F(RunTrainerTest, TellsAFaultFromTheLossOfAnother) {
  spec_.set_shards(shards_);
  std::vector<int> statuses(2);
  std::ostringstream errors;
  const auto train = [&](Communicator& group) {
    Job job(std::shared_ptr<Communicator>(&group, [](Communicator*) {}));
    TrainOptions options;
    options.behind_step = [&](int64_t steps) {
      PADDLE_ENFORCE(job.rank() == 0 || steps < 2, InvalidArgument, "fault");
    };
    std::ostringstream told;
    statuses[job.rank()] = ExitStatusOf(
        [&] { Train(spec_, FolderOf("job"), FolderOf(""), &job, options); },
        job.rank() == 0 ? &told : &errors);
    // As the end of a process closes its connections.
    PADDLE_THROW(Cancelled, "over");
  };
  EXPECT_ERROR(RunRanks(2, shards_, train), Cancelled, "over");
  EXPECT_EQ(statuses, (std::vector<int>{kLostOthers, kFaulty}));
  EXPECT_NE(errors.str().find("paddle: InvalidArgument: fault"),
            std::string::npos)
      << errors.str();
}

TEST(ExitStatusTest, SortsErrors) {
  std::ostringstream errors;
  EXPECT_EQ(ExitStatusOf([] {}, &errors), kTrained);
  EXPECT_EQ(errors.str(), "");
  EXPECT_EQ(ExitStatusOf([] { PADDLE_THROW(Unavailable, "lost"); }, &errors),
            kLostOthers);
  EXPECT_EQ(
      ExitStatusOf([] { PADDLE_THROW(InvalidArgument, "wrong"); }, &errors),
      kFaulty);
  EXPECT_EQ(ExitStatusOf([] { std::string().at(1); }, &errors), kFaulty);
  EXPECT_NE(errors.str().find("paddle: Unavailable: lost"), std::string::npos)
      << errors.str();
}

}  // namespace
}  // namespace paddle::distributed
