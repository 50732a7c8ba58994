#include "paddle/framework/distributed/runner/servers.h"

#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/distributed/job/testing/test_agent.h"
#include "paddle/framework/distributed/runner/connect.h"
#include "paddle/framework/distributed/runner/testing/job_fixture.h"
#include "paddle/platform/testing/expect_error.h"
#include "paddle/platform/testing/temporary_folder.h"

namespace paddle::distributed {
namespace {

constexpr char kGloo[] = "framework/distributed/gloo/libpaddle_gloo.so";
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
    return job->ParallelizeServed(main_, startup_, {}, {}, cut_);
  }
  // Trains, saves what the first trainer has, and has other servers go on from
  // it; they have the values of a trainer without servers.
  void ExpectToGoOn(int from, int to);

  Job::CutOptions cut_;
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

void ServersTest::ExpectToGoOn(int from, int to) {
  StartServers(from);
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
  StartServers(to);
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

TEST_F(ServersTest, GoOnFromACheckpoint) { ExpectToGoOn(2, 1); }

TEST_F(ServersTest, GoOnFromACheckpointOfPieces) {
  cut_.min_piece = 1;
  ExpectToGoOn(2, 3);
  ExpectToGoOn(3, 2);
}

TEST_F(ServersTest, RefuseAnotherNumberOfRows) {
  cut_.min_piece = 1;
  StartServers(2);
  RunRanks(1, 1, [&](Communicator& group) {
    Job job(Borrowed(group));
    CutForServers(&job);
    const auto scope = framework::Scope::Create();
    *scope->Var("fc_0.w_0")->GetMutable<framework::LoDTensor>() =
        framework::LoDTensor(framework::Tensor(framework::Dims({4, 2}),
                                               framework::DataType::kFloat32));
    EXPECT_ERROR(job.SendState(*scope), InvalidArgument,
                 "'fc_0.w_0' is [4, 2], and servers have pieces of 3 rows");
  });
}

// Servers have then all that the trainer has made.
TEST_F(ServersTest, AddUpWhatATrainerDoes) {
  int steps = 0;
  const State alone = Train(
      1, [&](Job* job) { return CutForTrainers(job); }, &steps);
  cut_.push_every = 2;  // of three steps
  StartServers(2);
  const State pushed = Train(
      1, [&](Job* job) { return CutForServers(job); }, &steps);
  for (const auto& [name, bytes] : alone) {
    EXPECT_TRUE(pushed.at(name) == bytes) << name;
  }
}

// A trainer goes on from a checkpoint: what it has then is nothing to push.
TEST_F(ServersTest, AddUpFromACheckpointOn) {
  cut_.push_every = 1;
  StartServers(1);
  RunRanks(1, kShards, [&](Communicator& group) {
    Job job(Borrowed(group));
    const Job::ServedPrograms programs = CutForServers(&job);
    const auto scope = framework::Scope::Create();
    framework::Executor executor;
    job.BindStep(scope.get());
    executor.Run(programs.startup, {}, {}, scope.get());
    auto* weight = scope->Var("fc_0.w_0")->GetMutable<framework::LoDTensor>();
    std::fill_n(weight->mutable_data<float>(), 6, 5.0f);
    const std::string before = StateOf(*scope).at("fc_0.w_0");
    job.SendState(*scope);
    job.FetchState(scope.get());  // pushes and pulls
    EXPECT_TRUE(StateOf(*scope).at("fc_0.w_0") == before);
    std::fill_n(weight->mutable_data<float>(), 6, 7.0f);
    job.FetchState(scope.get());
    EXPECT_EQ(weight->data<float>()[0], 7);
  });
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

// Loses each call once before it comes, and each answer once.
class LosesOnce final : public CallTarget {
 public:
  explicit LosesOnce(std::shared_ptr<CallTarget> target)
      : target_(std::move(target)) {}

  void Begin(Call call, Done done) override {
    const int time = times_[call.head.block()]++;
    if (time == 0) return done(Lost());
    target_->Begin(std::move(call),
                   [done = std::move(done), time](Reply reply) {
                     done(time == 1 ? Lost() : std::move(reply));
                   });
  }

 private:
  static Reply Lost() {
    return ErrorReply(platform::ErrorCode::kUnavailable, "it is lost");
  }

  const std::shared_ptr<CallTarget> target_;
  std::map<std::string, int> times_;
};

TEST_F(ServersTest, TakeWhatIsSentAgain) {
  StartServers(1);
  auto named = ConnectServers(addresses_, kLibrary);
  named[0].target = std::make_shared<LosesOnce>(named[0].target);
  RunRanks(1, 1, [&](Communicator& group) {
    Job job(Borrowed(group));
    job.UseServers(named);
    job.ParallelizeServed(main_, startup_, {});
    job.set_steps(4);
    job.SendState(*framework::Scope::Create());
  });
  Call call;
  call.head.set_block(kParametersBlock);
  call.head.set_latest(true);
  EXPECT_EQ(Await(named[0].target.get(), call).head.error(),
            1 + static_cast<int>(platform::ErrorCode::kUnavailable));
  EXPECT_EQ(Await(named[0].target.get(), call).head.error(),
            1 + static_cast<int>(platform::ErrorCode::kUnavailable));
  EXPECT_EQ(Await(named[0].target.get(), call).head.version(), 4);
}

// Gives the error that ends a trainer when it sends its programs.
class EndsTrainer final : public CallTarget {
 public:
  void Begin(Call, Done done) override {
    done(ErrorReply(platform::ErrorCode::kInternal, "the trainer ends"));
  }
};

// The first trainer is lost when all have agreed on the program and it has not
// sent it. The other one is the first of the next group.
TEST_F(ServersTest, AreSentProgramsByWhoeverIsFirst) {
  StartServers(1);
  const TestAgent agent(2);
  const auto calls_of = [&](int slot) {
    return std::make_unique<Calls>(
        std::make_unique<Membership>(agent.path(), slot),
        [](const Place& place, Rendezvous rendezvous) {
          JobMember member;
          member.shards = member.size = place.size;
          member.rank = place.epoch == 1 ? place.rank : 1 - place.rank;
          member.backend = kGloo;
          member.timeout = std::chrono::seconds(30);
          return std::shared_ptr<Communicator>(
              ConnectJob(member, std::move(rendezvous)));
        });
  };
  const auto train = [&](int slot) {
    Job job(calls_of(slot));
    CutForServers(&job);
    job.FetchState(framework::Scope::Create().get());
    job.Finish();
  };
  std::thread other(train, 1);
  {
    Job job(calls_of(0));
    job.UseServers({{std::make_shared<EndsTrainer>(), "here"}});
    EXPECT_ERROR(job.ParallelizeServed(main_, startup_, {}), Internal,
                 "the trainer ends");
  }
  train(0);
  other.join();
}

TEST_F(ServersTest, SayAtOnceThatAFileCannotBeRemoved) {
  const platform::TemporaryFolder folder;
  const std::string kept = folder.Path("kept");
  // In the way of the file that a job that begins anew removes.
  ASSERT_EQ(::mkdir(kept.c_str(), 0777), 0);
  ASSERT_EQ(::mkdir((kept + "/state").c_str(), 0777), 0);
  ServerProcessOptions options;
  options.folder = kept;
  const ServerProcess server(kLibrary, "127.0.0.1", 0, options);
  addresses_ = {"127.0.0.1:" + std::to_string(server.port())};
  RunRanks(1, 1, [&](Communicator& group) {
    Job job(Borrowed(group));
    EXPECT_ERROR(CutForServers(&job), ResourceExhausted,
                 "removing " + kept + "/state");
  });
}

TEST_F(ServersTest, AnswerThoseWhoHaveTheToken) {
  ServerProcessOptions options;
  options.token = "secret";
  const ServerProcess server(kLibrary, "127.0.0.1", 0, options);
  const std::string address = "127.0.0.1:" + std::to_string(server.port());
  for (const std::string token : {"", "guess", "secret"}) {
    RunRanks(1, 1, [&](Communicator& group) {
      Job job(Borrowed(group));
      job.UseServers(
          ConnectServers({address}, kLibrary, std::chrono::seconds(10), token));
      if (token == "secret") {
        job.ParallelizeServed(main_, startup_, {});
        return;
      }
      EXPECT_ERROR(job.ParallelizeServed(main_, startup_, {}),
                   FailedPrecondition, "PADDLE_TOKEN_FILE names the file");
    });
  }
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
