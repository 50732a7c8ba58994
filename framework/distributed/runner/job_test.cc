#include "paddle/framework/distributed/runner/job.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/backward/optimizer.h"
#include "paddle/backward/testing/program_fixture.h"
#include "paddle/framework/distributed/group/testing/run_ranks.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::distributed {
namespace {

using framework::Executor;
using framework::Feeds;
using framework::LoDTensor;
using framework::Scope;
using layer::DataType;
using layer::Variable;

constexpr int kShards = 4;
constexpr int kBatches = 10;  // the last step has rows for two shards

class JobTest : public backward::ProgramFixture {
 protected:
  void SetUp() override {
    const Variable x = layer::data("x", {-1, 3}, DataType::kFloat32);
    loss_ = layer::mean(layer::square(layer::dropout(layer::fc(x, 2), 0.3)));
    backward::AdamOptimizer(0.1).Minimize(loss_);
    layer::SetRandomSeed(7);
  }

  static Feeds Batch(int number) {
    LoDTensor x;
    x.Allocate({2, 3}, DataType::kFloat32);
    for (int i = 0; i < 6; ++i) {
      x.mutable_data<float>()[i] = 0.1f * static_cast<float>(number + i);
    }
    return {{"x", x}};
  }

  // Returns the batches of a step that are the trainer's.
  static std::vector<Feeds> BatchesOf(const Job& job, int step) {
    std::vector<Feeds> feeds;
    const ShardRange own = job.own_shards();
    for (int shard = own.begin; shard < own.end; ++shard) {
      const int batch = step * job.shards() + shard;
      if (batch < kBatches) feeds.push_back(Batch(batch));
    }
    return feeds;
  }

  static std::shared_ptr<Communicator> Borrowed(Communicator& group) {
    return {&group, [](Communicator*) {}};
  }

  std::string StateOf(const Scope& scope) const {
    std::string bytes;
    for (const auto& var : main_->global_block().desc().vars()) {
      if (!var.persistable()) continue;
      const auto& value = scope.FindVar(var.name())->Get<LoDTensor>();
      bytes.append(static_cast<const char*>(value.raw_data()), value.bytes());
    }
    return bytes;
  }

  // Trains until no trainer has a batch; returns what trainer 0 ends with. Each
  // of its steps has `fetched` fetches for each of its batches.
  std::string Train(int ranks, int* steps) {
    std::vector<std::string> states(ranks);
    RunRanks(ranks, kShards, [&](Communicator& group) {
      Job job(Borrowed(group));
      const auto programs = job.Parallelize(main_, {});
      const auto scope = Scope::Create();
      Executor executor;
      executor.Run(startup_, {}, {}, scope.get());
      for (int step = 0;; ++step) {
        const std::vector<Feeds> feeds = BatchesOf(job, step);
        if (!job.AnyOf(!feeds.empty())) break;
        const auto fetched =
            job.Run(&executor, programs, feeds, {loss_.name()}, scope);
        EXPECT_EQ(fetched.size(), feeds.size());
      }
      states[job.rank()] = StateOf(*scope);
      if (job.rank() == 0) *steps = static_cast<int>(job.steps());
    });
    for (const std::string& state : states) EXPECT_EQ(state, states[0]);
    return states[0];
  }

  Variable loss_;
};

TEST_F(JobTest, HasTheSameBitsForAnyNumberOfTrainers) {
  int steps = 0;
  const std::string alone = Train(1, &steps);
  EXPECT_EQ(steps, 3);
  for (int ranks = 2; ranks <= kShards; ++ranks) {
    EXPECT_TRUE(Train(ranks, &steps) == alone) << ranks;
    EXPECT_EQ(steps, 3);
  }
}

TEST_F(JobTest, NamesWhatOneTrainerExchangesAndAnotherDoesNot) {
  EXPECT_ERROR(RunRanks(2, 0,
                        [&](Communicator& group) {
                          framework::DataParallelOptions options;
                          options.bucket_bytes = group.rank() == 0 ? 0 : 1000;
                          Job(Borrowed(group)).Parallelize(main_, options);
                        }),
               InvalidArgument,
               "trainers 0 and 1 have different programs: trainer 0 exchanges "
               "allreduce_start(");
}

TEST_F(JobTest, NamesAParameterThatDiffers) {
  EXPECT_ERROR(
      RunRanks(2, 0,
               [&](Communicator& group) {
                 Job job(Borrowed(group));
                 const auto programs = job.Parallelize(main_, {});
                 const auto scope = Scope::Create();
                 Executor executor;
                 executor.Run(startup_, {}, {}, scope.get());
                 auto* weight =
                     scope->FindVar("fc_0.w_0")->GetMutable<LoDTensor>();
                 if (job.rank() == 1) weight->mutable_data<float>()[0] += 1;
                 job.Run(&executor, programs, {Batch(0)}, {}, scope);
               }),
      FailedPrecondition,
      "trainers 0 and 1 begin with different values of fc_0.w_0: they need the "
      "same seed");
}

TEST_F(JobTest, RefusesMoreBatchesThanShards) {
  RunRanks(1, 1, [&](Communicator& group) {
    Job job(Borrowed(group));
    const auto programs = job.Parallelize(main_, {});
    const auto scope = Scope::Create();
    Executor executor;
    EXPECT_ERROR(job.Run(&executor, programs, {Batch(0), Batch(1)}, {}, scope),
                 InvalidArgument, "one batch for each shard");
  });
}

TEST(JobFromEnvironment, IsAJobOfOneWhereNobodyStartedOne) {
  const std::unique_ptr<Job> job = Job::FromEnvironment();
  EXPECT_EQ(job->rank(), 0);
  EXPECT_EQ(job->size(), 1);
  EXPECT_TRUE(job->AnyOf(true));
  EXPECT_FALSE(job->AnyOf(false));
}

}  // namespace
}  // namespace paddle::distributed
