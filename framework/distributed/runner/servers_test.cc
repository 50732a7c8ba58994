#include "paddle/framework/distributed/runner/servers.h"

#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/distributed/runner/testing/job_fixture.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::distributed {
namespace {

constexpr char kLibrary[] = "framework/distributed/server/libpaddle_grpc.so";

class ServersTest : public JobFixture {
 protected:
  void StartServers(int count) {
    addresses_.clear();
    servers_.clear();
    for (int i = 0; i < count; ++i) {
      servers_.push_back(
          std::make_unique<ServerProcess>(kLibrary, "127.0.0.1", 0));
      addresses_.push_back("127.0.0.1:" +
                           std::to_string(servers_.back()->port()));
    }
  }

  Job::ServedPrograms CutForServers(Job* job) const {
    job->UseServers(ConnectServers(addresses_, kLibrary));
    EXPECT_EQ(job->servers(), addresses_.size());
    return job->ParallelizeServed(main_, startup_, {});
  }

  std::vector<std::unique_ptr<ServerProcess>> servers_;
  std::vector<std::string> addresses_;
};

TEST_F(ServersTest, HaveTheBitsOfTrainersAlone) {
  int steps = 0;
  const State alone = Train(
      1, [&](Job* job) { return CutForTrainers(job); }, &steps);
  for (const int ranks : {1, 2, 3}) {
    StartServers(ranks == 1 ? 1 : 2);
    const State served = Train(
        ranks, [&](Job* job) { return CutForServers(job); }, &steps);
    EXPECT_EQ(steps, 3);
    EXPECT_EQ(served.size(), 2);  // the parameters
    for (const auto& [name, bytes] : served) {
      EXPECT_TRUE(bytes == alone.at(name)) << name << ' ' << ranks;
    }
  }
}

TEST_F(ServersTest, GoOnFromACheckpoint) {
  StartServers(2);
  const auto saved = framework::Scope::Create();
  int steps = 0;
  Train(
      2, [&](Job* job) { return CutForServers(job); }, &steps,
      [&](Job* job) {
        if (job->rank() == 0) job->FetchState(saved.get());
      });
  const State alone = Train(
      1, [&](Job* job) { return CutForTrainers(job); }, &steps);
  EXPECT_TRUE(StateOf(*saved) == alone);  // with the state of the optimizer
  StartServers(1);
  const auto back = framework::Scope::Create();
  RunRanks(2, kShards, [&](Communicator& group) {
    Job job(Borrowed(group));
    CutForServers(&job);
    job.set_steps(steps);
    job.SendState(*saved);
    if (job.rank() == 0) job.FetchState(back.get());
  });
  EXPECT_TRUE(StateOf(*back) == alone);
}

TEST_F(ServersTest, TakeTheSameProgramsAgainAndNoOthers) {
  StartServers(1);
  RunRanks(1, 1, [&](Communicator& group) {
    Job job(Borrowed(group));
    CutForServers(&job);
    CutForServers(&job);
    job.set_steps(1);
    CutForServers(&job);
    startup_->set_random_seed(8);
    EXPECT_ERROR(CutForServers(&job), FailedPrecondition,
                 "this server has a program, and is sent another one\n  at "
                 "the server " +
                     addresses_[0]);
    job.set_steps(0);  // It begins anew.
    CutForServers(&job);
    job.UseServers(ConnectServers(addresses_, kLibrary), "other");
    EXPECT_ERROR(job.ParallelizeServed(main_, startup_, {}), FailedPrecondition,
                 "this server serves the job '', and is sent a program of the "
                 "job 'other'");
  });
}

TEST_F(ServersTest, NeedPrograms) {
  StartServers(1);
  const auto named = ConnectServers(addresses_, kLibrary);
  const auto ask = [&](const std::string& block,
                       std::vector<framework::Tensor> tensors) {
    Call call;
    call.head.set_block(block);
    call.tensors = std::move(tensors);
    ThrowErrorOf(Await(named[0].target.get(), std::move(call)), "there");
  };
  EXPECT_ERROR(ask("parameters", {}), FailedPrecondition,
               "this server has no program yet");
  EXPECT_ERROR(ask("programs", {}), InvalidArgument, "not as 0");
  framework::Tensor no_program(framework::Dims({3}),
                               framework::DataType::kUInt8);
  no_program.raw_mutable_data();
  EXPECT_ERROR(ask("programs", {no_program, no_program}), DataLoss, "");
}

TEST_F(ServersTest, AreNeeded) {
  RunRanks(1, 1, [&](Communicator& group) {
    Job job(Borrowed(group));
    EXPECT_EQ(job.servers(), 0);
    EXPECT_ERROR(job.ParallelizeServed(main_, startup_, {}), FailedPrecondition,
                 "the job has no servers: PADDLE_SERVERS names them");
  });
  EXPECT_ERROR(
      ConnectServers({"127.0.0.1:1"}, kLibrary, std::chrono::milliseconds(50)),
      Unavailable, "the server 127.0.0.1:1 has not answered for 50 ms");
}

}  // namespace
}  // namespace paddle::distributed
