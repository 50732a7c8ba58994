// Trains a small program as a job, in tests.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/backward/optimizer.h"
#include "paddle/backward/testing/program_fixture.h"
#include "paddle/framework/distributed/group/testing/run_ranks.h"
#include "paddle/framework/distributed/runner/job.h"

namespace paddle::distributed {

// A network with dropout, batches of two rows, and trainers that are threads of
// this process.
class JobFixture : public backward::ProgramFixture {
 protected:
  static constexpr int kShards = 4;
  static constexpr int kBatches = 10;  // the last step has rows for two shards

  // Bytes of variables, by name.
  using State = std::map<std::string, std::string>;
  // Cuts the programs for a trainer.
  using Cut = std::function<Job::ServedPrograms(Job* job)>;

  void SetUp() override {
    const layer::Variable x =
        layer::data("x", {-1, 3}, layer::DataType::kFloat32);
    loss_ = layer::mean(layer::square(layer::dropout(layer::fc(x, 2), 0.3)));
    backward::AdamOptimizer(0.1).Minimize(loss_);
    layer::SetRandomSeed(7);
  }

  static framework::Feeds Batch(int number) {
    framework::LoDTensor x;
    x.Allocate({2, 3}, layer::DataType::kFloat32);
    for (int i = 0; i < 6; ++i) {
      x.mutable_data<float>()[i] = 0.1f * static_cast<float>(number + i);
    }
    return {{"x", x}};
  }

  // Returns the batches of a step that are the trainer's.
  static std::vector<framework::Feeds> BatchesOf(const Job& job, int step) {
    std::vector<framework::Feeds> feeds;
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

  // Returns the persistables that a trainer has.
  State StateOf(const framework::Scope& scope) const {
    State state;
    for (const auto& var : main_->global_block().desc().vars()) {
      const framework::Variable* held = scope.FindVar(var.name());
      if (!var.persistable() || held == nullptr) continue;
      const auto& value = held->Get<framework::LoDTensor>();
      state[var.name()].assign(static_cast<const char*>(value.raw_data()),
                               value.bytes());
    }
    return state;
  }

  Job::ServedPrograms CutForTrainers(Job* job) const {
    return {job->Parallelize(main_, {}), startup_};
  }

  // Trains until no trainer has a batch; returns what trainer 0 ends with. Each
  // of its steps has fetches for each of its batches. Each trainer calls
  // `behind` when it has trained.
  State Train(
      int ranks, const Cut& cut, int* steps,
      const std::function<void(Job* job)>& behind = [](Job*) {}) {
    std::vector<State> states(ranks);
    RunRanks(ranks, kShards, [&](Communicator& group) {
      Job job(Borrowed(group));
      const Job::ServedPrograms programs = cut(&job);
      const auto scope = framework::Scope::Create();
      framework::Executor executor;
      job.BindStep(scope.get());
      executor.Run(programs.startup, {}, {}, scope.get());
      for (int step = 0;; ++step) {
        const std::vector<framework::Feeds> feeds = BatchesOf(job, step);
        if (!job.AnyOf(!feeds.empty())) break;
        const auto fetched =
            job.Run(&executor, programs.trainers, feeds, {loss_.name()}, scope);
        EXPECT_EQ(fetched.size(), feeds.size());
      }
      behind(&job);
      states[job.rank()] = StateOf(*scope);
      if (job.rank() == 0) *steps = static_cast<int>(job.steps());
    });
    for (const State& state : states) EXPECT_TRUE(state == states[0]);
    return states[0];
  }

  layer::Variable loss_;
};

}  // namespace paddle::distributed
