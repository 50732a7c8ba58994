// Trains a network whose layers are on stages, as threads of a test.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/distributed/group/testing/run_ranks.h"
#include "paddle/framework/executor/executor.h"
#include "paddle/framework/executor/random_seed.h"
#include "paddle/framework/layers/device_guard.h"
#include "paddle/framework/passes/place.h"
#include "paddle/framework/passes/testing/trainers_fixture.h"

namespace paddle::framework {

// The result of a training.
struct Trained {
  State state;
  std::vector<float> losses;
};

class StagesFixture : public TrainersFixture {
 protected:
  using Stages = std::vector<StagePrograms>;

  static constexpr int kRows = 16;

  static std::string Stage(int number) {
    return "stage:" + std::to_string(number);
  }

  // Two layers of one input, a stage each.
  static Variable Small() {
    Variable x = layer::data("x", {-1, 2});
    {
      const layer::DeviceGuard stage("stage:0");
      x = layer::fc(x, 3);
    }
    const layer::DeviceGuard stage("stage:1");
    return layer::mean(layer::fc(x, 1));
  }

  // A layer on each stage, with random numbers and statistics.
  static Variable Network(int stages) {
    Variable h = layer::data("x", {-1, kWidth});
    const Variable y = layer::data("y", {-1, 1});
    for (int i = 0; i + 1 < stages; ++i) {
      const layer::DeviceGuard stage(Stage(i));
      h = layer::dropout(layer::relu(layer::batch_norm(layer::fc(h, 8))), 0.3);
    }
    const layer::DeviceGuard stage(Stage(stages - 1));
    return layer::mean(layer::square_error_cost(layer::fc(h, 1), y));
  }

  // A matrix that the first and the last stage share.
  static Variable Tied(int stages) {
    Variable h = layer::data("x", {-1, kWidth});
    const Variable y = layer::data("y", {-1, 1});
    layer::FcOptions tied;
    tied.weight = layer::ParamAttr("tied");
    for (int i = 0; i < stages; ++i) {
      const layer::DeviceGuard stage(Stage(i));
      const bool end = i == 0 || i + 1 == stages;
      h = layer::tanh(layer::fc(h, kWidth, end ? tied : layer::FcOptions()));
    }
    const layer::DeviceGuard stage(Stage(stages - 1));
    return layer::mean(layer::square_error_cost(layer::fc(h, 1), y));
  }

  // The mean of sequences is on a second stage.
  static Variable Sequences() {
    Variable h = layer::data("x", {-1, kWidth}, DataType::kFloat32, 1);
    const Variable y = layer::data("y", {-1, 1});
    {
      const layer::DeviceGuard stage("stage:0");
      h = layer::fc(h, 5);
    }
    const layer::DeviceGuard stage("stage:1");
    h = layer::sequence_pool(h, "average");
    return layer::mean(layer::square_error_cost(layer::fc(h, 1), y));
  }

  static LoDTensor Numbers(int64_t rows, int64_t width, std::mt19937* random) {
    std::uniform_real_distribution<float> uniform(-1, 1);
    return Tensor(rows, width, [&] { return uniform(*random); });
  }
  static Feeds Batch(int number) {
    return TrainersFixture::Batch(number, kRows);
  }
  // Returns a part of a batch without sequences.
  static Feeds PartOfBatch(int number, int part, int parts) {
    Feeds feeds = Batch(number);
    const int64_t rows = kRows / parts;
    for (auto& [name, tensor] : feeds) {
      tensor = LoDTensor(tensor.Slice(part * rows, (part + 1) * rows));
    }
    return feeds;
  }
  // Returns what a program takes of a batch.
  static Feeds FeedsOf(const Program& main, const Feeds& batch) {
    Feeds own;
    for (const auto& [name, value] : batch) {
      if (main.global_block().FindVar(name) == nullptr) continue;
      own.emplace_back(name, value);
    }
    return own;
  }

  using Batches = std::function<Feeds(int number)>;

  // Trains a program of one process, whose runs are those of parts of steps.
  static Trained TrainAlone(const std::shared_ptr<const Program>& main,
                            const std::shared_ptr<const Program>& startup,
                            int runs, const std::string& loss,
                            const Batches& batch) {
    Trained trained;
    const auto scope = Scope::Create();
    Train({main, startup}, runs, loss, batch, scope.get(), &trained);
    return trained;
  }

  // Trains on all stages at once; `batch` is of a whole step.
  static Trained TrainStages(const Stages& stages, int steps,
                             const std::string& loss,
                             const Batches& batch = Batch) {
    Trained all;
    std::mutex mutex;
    distributed::RunRanks(
        static_cast<int>(stages.size()), 0, [&](Communicator& group) {
          const auto scope = Scope::Create();
          *scope->Var("stages@JOB")
               ->GetMutable<std::shared_ptr<Communicator>>() = {
              &group, [](Communicator*) {}};
          Trained own;
          Train(stages[group.rank()], steps, loss, batch, scope.get(), &own);
          const std::lock_guard<std::mutex> lock(mutex);
          for (const auto& [name, bytes] : own.state) {
            const auto [known, first] = all.state.emplace(name, bytes);
            EXPECT_EQ(known->second, bytes) << name;
          }
          if (!own.losses.empty()) all.losses = own.losses;
        });
    return all;
  }

  static void ExpectSameState(const Trained& got, const Trained& expected,
                              const Program& main) {
    for (const proto::VarDesc& var : main.global_block().desc().vars()) {
      if (!var.persistable()) continue;
      ASSERT_TRUE(got.state.count(var.name())) << var.name();
      EXPECT_TRUE(got.state.at(var.name()) == expected.state.at(var.name()))
          << var.name();
    }
  }

 private:
  static void Train(const StagePrograms& programs, int runs,
                    const std::string& loss, const Batches& batch, Scope* scope,
                    Trained* trained) {
    const SymbolTable& table = programs.main->global_block();
    NameList fetches;
    if (table.WriterOf(loss) != nullptr) fetches.push_back(loss);
    Executor executor;
    executor.Run(programs.startup, {}, {}, scope);
    for (int run = 0; run < runs; ++run) {
      SetStep(scope, run + 1);
      const auto fetched = executor.Run(
          programs.main, FeedsOf(*programs.main, batch(run)), fetches, scope);
      if (fetches.empty()) continue;
      trained->losses.push_back(
          absl::get<LoDTensor>(fetched[0]).data<float>()[0]);
    }
    trained->state = StateOf(*programs.main, *scope);
  }
};

}  // namespace paddle::framework
