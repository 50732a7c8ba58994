#include "paddle/framework/distributed/runner/calls.h"

#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

#include "paddle/framework/distributed/group/testing/run_ranks.h"
#include "paddle/framework/distributed/job/testing/test_agent.h"
#include "paddle/framework/distributed/runner/connect.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::distributed {
namespace {

using framework::LoDTensor;
using framework::Scope;

constexpr int kRanks = 3;
constexpr int kRounds = 6;
constexpr int kNever = 1000;
constexpr char kGloo[] = "framework/distributed/gloo/libpaddle_gloo.so";

// The places at which a trainer of the tests may be lost, each time it comes by
// one of them: before, in and behind calls.
class Trainer {
 public:
  Trainer(const TestAgent& agent, int rank, int end)
      : end_(end), scope_(Scope::Create()) {
    JobMember member;
    member.shards = kRanks;
    member.backend = kGloo;
    member.timeout = std::chrono::seconds(30);
    calls_ = std::make_unique<Calls>(
        std::make_unique<Membership>(agent.path(), rank),
        [member](const Place& place, Rendezvous rendezvous) {
          JobMember here = member;
          here.rank = place.rank;
          here.size = place.size;
          return std::shared_ptr<Communicator>(
              ConnectJob(here, std::move(rendezvous)));
        });
    auto* sum = scope_->Var("sum")->GetMutable<LoDTensor>();
    sum->Allocate({1}, framework::DataType::kFloat32);
    sum->mutable_data<float>()[0] = 0;
  }

  // Returns false if it was lost; else the sum is that of all rounds.
  bool Run() {
    const std::vector<std::string> seeds =
        calls_->Gather(absl::StrCat("seed", calls_->group()->rank()));
    EXPECT_EQ(seeds, std::vector<std::string>({"seed0", "seed1", "seed2"}));
    if (Lost()) return false;
    History& history = calls_->history();
    calls_->Keep(scope_, {"sum"});
    history.BeginLoop();
    for (int round = 0;; ++round) {
      const History::Round known = history.NextRound();
      calls_->TakeValues();
      if (known == History::Round::kNone) break;
      if (known == History::Round::kOver) continue;
      if (Lost()) return false;
      if (known == History::Round::kNew && !calls_->BeginRound(round < kRounds))
        break;
      if (Lost() || !Step(round + 1)) return false;
      history.EndRound();
    }
    history.EndLoop(/*stopped=*/false);
    if (Lost()) return false;
    EXPECT_TRUE(calls_->AnyOf(calls_->group()->rank() == 1));
    calls_->Barrier();
    return true;
  }

  float sum() const {
    return scope_->FindVar("sum")->Get<LoDTensor>().data<float>()[0];
  }
  int64_t steps() const { return calls_->history().steps(); }

 private:
  bool Lost() { return places_++ == end_; }

  // Adds to the sum what all give. Returns false if it was lost meanwhile.
  bool Step(float value) {
    if (calls_->history().replaying()) {
      calls_->history().ReplayStep();
      calls_->TakeValues();
      return true;
    }
    for (;;) {
      float all = value;
      void* part = &all;
      try {
        calls_->group()->AllReduce(
            {absl::MakeConstSpan(&part, 1), 1, framework::DataType::kFloat32,
             Reduction::kSum},
            part);
      } catch (const platform::Error& error) {
        EXPECT_EQ(error.code(), platform::ErrorCode::kUnavailable);
        if (calls_->Repair() == Calls::Outcome::kAgain) continue;
        calls_->TakeOver();
        return true;
      }
      if (Lost()) return false;  // the others have this step
      scope_->FindVar("sum")
          ->GetMutable<LoDTensor>()
          ->mutable_data<float>()[0] += all;
      calls_->history().CompleteStep();
      return true;
    }
  }

  const int end_;
  int places_ = 0;
  std::shared_ptr<Scope> scope_;
  std::unique_ptr<Calls> calls_;
};

// Runs a trainer that is lost at the given places, one after the other, and
// comes back each time.
void RunTrainer(const TestAgent& agent, int rank,
                const std::vector<int>& ends) {
  for (int end : ends) {
    Trainer trainer(agent, rank, end);
    if (!trainer.Run()) continue;
    EXPECT_EQ(trainer.sum(), kRanks * kRounds * (kRounds + 1) / 2);
    EXPECT_EQ(trainer.steps(), kRounds);
    return;
  }
  Trainer trainer(agent, rank, kNever);
  EXPECT_TRUE(trainer.Run());
  EXPECT_EQ(trainer.sum(), kRanks * kRounds * (kRounds + 1) / 2);
  EXPECT_EQ(trainer.steps(), kRounds);
}

void RunTrainers(const std::vector<std::vector<int>>& ends) {
  const TestAgent agent(kRanks);
  std::vector<std::thread> threads;
  for (int rank = 0; rank < kRanks; ++rank) {
    threads.emplace_back([&, rank] { RunTrainer(agent, rank, ends[rank]); });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST(Calls, Undisturbed) { RunTrainers({{}, {}, {}}); }

TEST(Calls, ATrainerMayBeLostAnywhere) {
  for (int place = 0; place < 4 + 3 * kRounds; ++place) {
    SCOPED_TRACE(place);
    RunTrainers({{}, {place}, {}});
  }
}

TEST(Calls, SeveralMayBeLostAndAgain) {
  RunTrainers({{5}, {5}, {}});
  RunTrainers({{2, 1, 7}, {}, {9}});
  RunTrainers({{3, 3}, {4, 4}, {5, 5}});
}

TEST(Calls, WithoutAgentALossIsAnError) {
  EXPECT_ERROR(RunRanks(2, 0,
                        [](Communicator& group) {
                          Calls calls(std::shared_ptr<Communicator>(
                              &group, [](Communicator*) {}));
                          EXPECT_EQ(calls.Gather("a").size(), 2);
                          if (group.rank() == 1) return;
                          calls.Gather("b");
                        }),
               Unavailable, "");
}

}  // namespace
}  // namespace paddle::distributed
