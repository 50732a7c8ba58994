#include "paddle/framework/distributed/runner/stages.h"

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/distributed/group/shard_sums.h"
#include "paddle/framework/distributed/runner/job.h"
#include "paddle/framework/passes/data_parallel.h"
#include "paddle/framework/passes/testing/stages_fixture.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::distributed {
namespace {

using framework::Executor;
using framework::Feeds;
using framework::Scope;
using framework::Trained;

constexpr int kParts = 4, kReplicas = 2, kSteps = 20;

std::shared_ptr<Communicator> Borrowed(Communicator& group) {
  return {&group, [](Communicator*) {}};
}

class StagesTest : public framework::StagesFixture {
 protected:
  static framework::PipelineOptions Options() {
    framework::PipelineOptions options;
    options.micro_batches = kParts;
    return options;
  }

  // One process with a shard for each replica, which accumulates gradients.
  static Trained Alone(int stages) {
    const auto main = layer::NewProgram(), startup = layer::NewProgram();
    const layer::ProgramGuard programs(main, startup);
    Minimize(Tied(stages), kParts);
    Trained trained;
    RunRanks(1, kReplicas, [&](Communicator& group) {
      const auto scope = Scope::Create();
      *scope->Var(kGroupVariable)->GetMutable<std::shared_ptr<Communicator>>() =
          Borrowed(group);
      scope->Var(kShardSumsVariable)->GetMutable<ShardSums>();
      framework::DataParallelOptions options;
      options.shards = kReplicas;
      const auto made = framework::DataParallel(main, options);
      Executor executor;
      executor.Run(startup, {}, {}, scope.get());
      for (int run = 0; run < kSteps * kParts; ++run) {
        for (int shard = 0; shard < kReplicas; ++shard) {
          const int batch = run / kParts * kReplicas + shard;
          executor.Run(shard + 1 == kReplicas ? made.main : made.shard,
                       PartOfBatch(batch, run % kParts, kParts), {},
                       scope.get());
        }
      }
      trained.state = StateOf(*main, *scope);
    });
    return trained;
  }

  // A job whose processes are the stages of two replicas.
  static Trained Together(
      const std::shared_ptr<const framework::Program>& main,
      const std::shared_ptr<const framework::Program>& startup, int stages) {
    Trained all;
    std::mutex mutex;
    RunRanks(stages * kReplicas, 0, [&](Communicator& group) {
      Job job(Borrowed(group));
      const StagedPrograms& own =
          job.ParallelizeStages(main, startup, Options(), {});
      EXPECT_EQ(own.replicas, kReplicas);
      const auto scope = Scope::Create();
      Executor executor;
      executor.Run(own.startup, {}, {}, scope.get());
      for (int step = 0; step < kSteps; ++step) {
        framework::SetStep(scope.get(), job.BindStep(scope.get()));
        const Feeds batch = Batch(step * kReplicas + own.replica);
        executor.Run(own.main, FeedsOf(*own.main, batch), {}, scope.get());
        job.CompleteStep();
      }
      const std::lock_guard<std::mutex> lock(mutex);
      for (const auto& [name, bytes] : StateOf(*own.main, *scope)) {
        const auto [known, first] = all.state.emplace(name, bytes);
        EXPECT_EQ(known->second, bytes) << name;  // of all replicas
      }
    });
    return all;
  }
};

TEST_F(StagesTest, ReplicasHaveTheBitsOfShards) {
  for (const int stages : {2, 3}) {
    const auto main = layer::NewProgram(), startup = layer::NewProgram();
    const layer::ProgramGuard programs(main, startup);
    Minimize(Tied(stages));
    ExpectSameState(Together(main, startup, stages), Alone(stages), *main);
  }
}

TEST_F(StagesTest, EachStageNeedsAProcess) {
  Minimize(Tied(3));
  RunRanks(2, 0, [&](Communicator& group) {
    Job job(Borrowed(group));
    EXPECT_ERROR(job.ParallelizeStages(main_, startup_, Options(), {}),
                 InvalidArgument, "there are 2 stages, from 0 on");
  });
}

TEST_F(StagesTest, ReplicasAreWhole) {
  Minimize(Tied(2));
  RunRanks(3, 0, [&](Communicator& group) {
    Job job(Borrowed(group));
    EXPECT_ERROR(job.ParallelizeStages(main_, startup_, Options(), {}),
                 InvalidArgument,
                 "3 processes does not divide into replicas of 2 stages");
  });
}

TEST_F(StagesTest, AllHaveTheSameProgram) {
  const auto other = layer::NewProgram(), other_startup = layer::NewProgram();
  Minimize(Tied(2));
  {
    const layer::ProgramGuard programs(other, other_startup);
    Minimize(Network(2));
  }
  RunRanks(2, 0, [&](Communicator& group) {
    Job job(Borrowed(group));
    const bool first = group.rank() == 0;
    EXPECT_ERROR(
        job.ParallelizeStages(first ? main_ : other,
                              first ? startup_ : other_startup, Options(), {}),
        InvalidArgument, "trainers 0 and 1 have different programs");
  });
}

}  // namespace
}  // namespace paddle::distributed
