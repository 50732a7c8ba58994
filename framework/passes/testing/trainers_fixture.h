// Trains a small network with many trainers, as threads of a test.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/backward/optimizer.h"
#include "paddle/backward/testing/program_fixture.h"
#include "paddle/framework/distributed/group/shard_sums.h"
#include "paddle/framework/distributed/group/shard_tree.h"
#include "paddle/framework/distributed/group/testing/run_ranks.h"
#include "paddle/framework/executor/executor.h"
#include "paddle/framework/ir/print_text.h"
#include "paddle/framework/passes/data_parallel.h"

namespace paddle::framework {

// The bytes of each persistable.
using State = std::map<std::string, std::string>;

inline std::string TextOf(const std::shared_ptr<const Program>& program) {
  PrintOptions options;
  options.variables = false;
  return PrintText(*program, options);
}

class TrainersFixture : public backward::ProgramFixture {
 protected:
  using Variable = layer::Variable;
  using Communicator = distributed::Communicator;

  static constexpr int kWidth = 6;

  // Returns the number of rows of batch k.
  using Rows = std::function<int64_t(int batch)>;
  static int64_t EightRows(int) { return 8; }

  // The programs of trainers, and what each does before it runs them.
  struct Trainers {
    DataParallelPrograms programs;
    std::shared_ptr<const Program> startup;
    std::function<void(Communicator& group, Scope* scope)> bind =
        [](Communicator&, Scope*) {};
    std::function<void(int step, Scope* scope)> begin_step = [](int, Scope*) {};
  };

  // Declares a network with statistics and random numbers; `wide` makes
  // gradients of different sizes.
  Variable Network(bool normalize = true) {
    const Variable x = layer::data("x", {-1, kWidth}, DataType::kFloat32);
    const Variable y = layer::data("y", {-1, 1}, DataType::kFloat32);
    Variable h = layer::fc(x, 16);
    if (normalize) h = layer::batch_norm(h);
    h = layer::relu(h);
    if (normalize) h = layer::dropout(h, 0.3);
    return layer::mean(layer::square_error_cost(layer::fc(h, 1), y));
  }
  static void Minimize(const Variable& cost, int64_t accumulate_steps = 1) {
    backward::AdamOptimizer(0.01).Minimize(cost, nullptr, {}, accumulate_steps);
    layer::SetRandomSeed(7);
  }

  static LoDTensor Tensor(int64_t rows, int64_t width,
                          const std::function<float()>& next) {
    LoDTensor tensor;
    tensor.Allocate({rows, width}, DataType::kFloat32);
    for (int64_t i = 0; i < rows * width; ++i) {
      tensor.mutable_data<float>()[i] = next();
    }
    return tensor;
  }
  // Returns the rows of a batch, the same for everybody who asks.
  static Feeds Batch(int number, int64_t rows) {
    std::mt19937 random(number);
    std::uniform_real_distribution<float> uniform(-1, 1);
    const auto next = [&] { return uniform(random); };
    return {{"x", Tensor(rows, kWidth, next)}, {"y", Tensor(rows, 1, next)}};
  }

  State StateOf(const Scope& scope) const { return StateOf(*main_, scope); }
  static State StateOf(const Program& main, const Scope& scope) {
    State state;
    for (const proto::VarDesc& var : main.global_block().desc().vars()) {
      if (!var.persistable() && !var.is_parameter()) continue;
      const framework::Variable* found = scope.FindVar(var.name());
      if (found == nullptr || !found->Is<LoDTensor>()) continue;
      const auto& value = found->Get<LoDTensor>();
      state[var.name()] = std::string(
          static_cast<const char*>(value.raw_data()), value.bytes());
    }
    return state;
  }

  static void ExpectNear(const State& got, const State& expected) {
    for (const auto& [name, bytes] : expected) {
      const auto* a = reinterpret_cast<const float*>(bytes.data());
      const auto* b = reinterpret_cast<const float*>(got.at(name).data());
      for (size_t i = 0; i < bytes.size() / sizeof(float); ++i) {
        EXPECT_NEAR(b[i], a[i], 1e-5) << name;
      }
    }
  }

  // Trains with that many shards, shared by `ranks` trainers. Returns the state
  // of each trainer.
  std::vector<State> TrainAll(int ranks, int shards, int steps,
                              const Trainers& trainers,
                              const Rows& rows = EightRows) const {
    std::vector<State> states(ranks);
    distributed::RunRanks(ranks, shards, [&](Communicator& group) {
      const auto scope = Scope::Create();
      *scope->Var("group@JOB")->GetMutable<std::shared_ptr<Communicator>>() = {
          &group, [](Communicator*) {}};
      scope->Var("shards@JOB")->GetMutable<distributed::ShardSums>();
      trainers.bind(group, scope.get());
      Executor executor;
      executor.Run(trainers.startup, {}, {}, scope.get());
      for (int step = 0; step < steps; ++step) {
        trainers.begin_step(step, scope.get());
        TrainStep(step, trainers.programs, rows, &executor, scope.get());
      }
      states[group.rank()] = StateOf(*scope);
    });
    return states;
  }

  // Runs the shards of a trainer, the last one that has rows with the exchange.
  void TrainStep(int step, const DataParallelPrograms& programs,
                 const Rows& rows, Executor* executor, Scope* scope) const {
    const auto& group =
        *scope->FindVar("group@JOB")->Get<std::shared_ptr<Communicator>>();
    const auto own =
        distributed::ShardsOfRank(group.shards(), group.size(), group.rank());
    std::vector<int> batches;
    for (int shard = own.begin; shard < own.end; ++shard) {
      const int batch = step * group.shards() + shard;
      if (rows(batch) > 0) batches.push_back(batch);
    }
    for (const int batch : batches) {
      SetStep(scope, batch + 1);
      const bool last = batch == batches.back();
      executor->Run(last ? programs.main : programs.shard,
                    batch_(batch, rows(batch)), {}, scope);
    }
    if (batches.empty()) executor->Run(programs.idle, {}, {}, scope);
  }

  std::function<Feeds(int number, int64_t rows)> batch_ = Batch;
};

}  // namespace paddle::framework
