// Trains tables of rows by id with servers, and compares every bit with
// training without them.
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/backward/optimizer.h"
#include "paddle/backward/schedule.h"
#include "paddle/framework/distributed/server/testing/served_fixture.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::distributed {
namespace {

using framework::DataType;
using framework::Feeds;
using framework::LoDTensor;
using framework::State;
using layer::Variable;

constexpr int64_t kHeight = 50, kColumns = 7;

// Returns sequences of up to three words, and a number for each.
Feeds Words(int batch, int64_t rows) {
  std::mt19937 random(batch);
  std::vector<int64_t> offsets = {0}, words;
  LoDTensor y;
  y.Allocate({rows, 1}, DataType::kFloat32);
  for (int64_t i = 0; i < rows; ++i) {
    for (uint32_t word = random() % 4; word > 0; --word) {
      words.push_back(random() % kHeight * (random() % 2));
    }
    offsets.push_back(static_cast<int64_t>(words.size()));
    y.mutable_data<float>()[i] = static_cast<float>(random() % 8) - 4;
  }
  LoDTensor ids;
  ids.Allocate({offsets.back(), 1}, DataType::kInt64);
  std::copy(words.begin(), words.end(), ids.mutable_data<int64_t>());
  ids.set_lod(framework::LoD::FromOffsets({offsets}));
  return {{"words", ids}, {"y", y}};
}

// Loses what the first epoch of a step pushes.
class LosesPushes final : public CallTarget {
 public:
  explicit LosesPushes(std::shared_ptr<CallTarget> target)
      : target_(std::move(target)) {}

  void Begin(Call call, Done done) override {
    const bool pushes = call.head.block().rfind("update:", 0) == 0;
    if (call.head.epoch() > 0 || !pushes) {
      return target_->Begin(std::move(call), std::move(done));
    }
    // An error after which the call is not made again.
    done(ErrorReply(platform::ErrorCode::kFailedPrecondition, "it is lost"));
  }

 private:
  const std::shared_ptr<CallTarget> target_;
};

// The parameter: whether calls go by gRPC.
class TableTrainingTest : public ServedFixture,
                          public ::testing::WithParamInterface<bool> {
 protected:
  TableTrainingTest() { batch_ = Words; }

  NamedServer WayTo(ParameterService* service) override {
    NamedServer server = GetParam() ? ByGrpc(service) : Direct(service);
    if (service == losing_) {
      server.target = std::make_shared<LosesPushes>(server.target);
    }
    return server;
  }

  static layer::EmbeddingOptions Distributed() {
    layer::EmbeddingOptions options;
    options.is_sparse = true;
    options.is_distributed = true;
    options.weight.name = "table";
    return options;
  }
  static Variable Pooled(
      const Variable& words, int64_t height = kHeight,
      const layer::EmbeddingOptions& options = Distributed()) {
    return layer::sequence_pool(
        layer::embedding(words, height, kColumns, options), "sum");
  }
  static Variable Data() {
    return layer::data("words", {-1, 1}, DataType::kInt64, 1);
  }
  static Variable Cost(const Variable& pooled) {
    const Variable y = layer::data("y", {-1, 1}, DataType::kFloat32);
    return layer::mean(layer::square_error_cost(layer::fc(pooled, 1), y));
  }

  // Returns the bytes of all rows.
  std::string TableOf(const Services& servers) {
    std::vector<int64_t> ids(kHeight);
    for (int64_t id = 0; id < kHeight; ++id) ids[id] = id;
    const auto rows = Connect(servers)->PullRows("table", kColumns, ids, true);
    return {static_cast<const char*>(rows.raw_data()), rows.bytes()};
  }

  // Compares what trainers and servers have with one that has no servers.
  void ExpectTheLocalBits(int servers, int trainers, int shards, int steps,
                          const Rows& rows = EightRows) {
    layer::SetRandomSeed(7);
    const State alone = TrainAlone(shards, steps, rows)[0];
    after_ = [&](const Services& started) {
      EXPECT_EQ(TableOf(started) == alone.at("table"), true);
    };
    State others = alone;
    others.erase("table");
    for (const State& trainer :
         TrainServed(servers, trainers, shards, steps, rows)) {
      EXPECT_EQ(trainer.count("table"), 0);
      for (const auto& [name, bytes] : trainer) {
        EXPECT_EQ(bytes == others.at(name), true) << name;
      }
    }
  }

  ParameterService* losing_ = nullptr;  // which loses pushes
};

INSTANTIATE_TEST_SUITE_P(Ways, TableTrainingTest, ::testing::Bool(),
                         [](const auto& info) {
                           return std::string(info.param ? "Grpc" : "Direct");
                         });

TEST_P(TableTrainingTest, OneTrainerAndOneServerHaveTheLocalBits) {
  backward::SGDOptimizer(0.1).Minimize(Cost(Pooled(Data())));
  ExpectTheLocalBits(1, 1, 1, 20);
}

TEST_P(TableTrainingTest, TwoTrainersAndTwoServersHaveTheLocalBits) {
  backward::AdagradOptimizer(0.1).Minimize(Cost(Pooled(Data())));
  ExpectTheLocalBits(2, 2, 2, 20);
}

TEST_P(TableTrainingTest, AnyNumberOfTrainersHasTheSameBits) {
  backward::AdagradOptimizer(0.1).Minimize(Cost(Pooled(Data())));
  for (int trainers = 1; trainers <= 4; ++trainers) {
    ExpectTheLocalBits(3, trainers, 4, 8);
  }
}

TEST_P(TableTrainingTest, UnevenBatchesAndIdleTrainers) {
  backward::SGDOptimizer(0.1).Minimize(Cost(Pooled(Data())));
  const auto rows = [](int batch) {
    return batch % 3 == 2 ? 0 : batch % 5 + 1;
  };
  ExpectTheLocalBits(2, 2, 2, 12, rows);
  // The last shards have no rows, so that a trainer has none at all.
  ExpectTheLocalBits(2, 3, 4, 6,
                     [](int batch) { return batch % 4 < 2 ? 3 : 0; });
}

// A server whose rows nobody touches still counts the step.
TEST_P(TableTrainingTest, LazyAdamHasTheLocalBits) {
  backward::AdamSettings settings;
  settings.lazy_mode = true;
  backward::AdamOptimizer(0.01, settings).Minimize(Cost(Pooled(Data())));
  ExpectTheLocalBits(3, 2, 2, 12, [](int batch) { return 1 + batch % 2; });
}

TEST_P(TableTrainingTest, SchedulesAndClipsStay) {
  backward::OptimizerOptions options;
  options.gradient_clip = layer::ClipByValue(-0.05, 0.05);
  backward::SGDOptimizer(backward::schedule::Exponential(0.5, 3, 0.5), options)
      .Minimize(Cost(Pooled(Data())));
  ExpectTheLocalBits(2, 2, 2, 10);
}

TEST_P(TableTrainingTest, OneServerClipsByTheNormOfATable) {
  backward::OptimizerOptions options;
  options.gradient_clip = layer::ClipByNorm(0.1);
  backward::SGDOptimizer(0.5, options).Minimize(Cost(Pooled(Data())));
  ExpectTheLocalBits(1, 2, 2, 10);
}

// One of the look-ups has a padding.
TEST_P(TableTrainingTest, TwoLookUpsInOneTable) {
  const Variable words = Data();
  layer::EmbeddingOptions padded = Distributed();
  padded.padding_idx = 0;
  const Variable both =
      layer::concat({Pooled(words), Pooled(words, kHeight, padded)}, 1);
  backward::AdagradOptimizer(0.1).Minimize(Cost(both));
  ExpectTheLocalBits(2, 2, 4, 8);
}

TEST_P(TableTrainingTest, TwoTables) {
  const Variable words = Data();
  layer::EmbeddingOptions other = Distributed();
  other.weight.name = "other";
  other.weight.initializer = layer::initializer::Normal(0, 0.5);
  const Variable both =
      layer::concat({Pooled(words), Pooled(words, 80, other)}, 1);
  backward::SGDOptimizer(0.1).Minimize(Cost(both));
  ExpectTheLocalBits(2, 2, 2, 8);
}

TEST_P(TableTrainingTest, NothingButATable) {
  const Variable y = layer::data("y", {-1, 1}, DataType::kFloat32);
  const Variable sum = layer::reduce_sum(Pooled(Data()), {1}, true);
  backward::SGDOptimizer(0.1).Minimize(
      layer::mean(layer::square_error_cost(sum, y)));
  ExpectTheLocalBits(2, 2, 2, 8);
}

// A step in which one of the servers loses what is pushed is repeated: the
// other one has made it, and gives the rows of before.
TEST_P(TableTrainingTest, StepsThatAreRepeatedHaveTheSameBits) {
  const Variable y = layer::data("y", {-1, 1}, DataType::kFloat32);
  const Variable sum = layer::reduce_sum(Pooled(Data()), {1}, true);
  backward::AdagradOptimizer(0.1).Minimize(
      layer::mean(layer::square_error_cost(sum, y)));
  layer::SetRandomSeed(7);
  const State alone = TrainAlone(1, 8)[0];
  const Programs programs = ProgramsFor(2, 1);
  const Services started = Start(programs);
  losing_ = started[1].get();
  distributed::RunRanks(1, 1, [&](Communicator& group) {
    const auto scope = Scope::Create();
    *scope->Var("group@JOB")->GetMutable<std::shared_ptr<Communicator>>() = {
        &group, [](Communicator*) {}};
    scope->Var("shards@JOB")->GetMutable<ShardSums>();
    const auto servers = Connect(started);
    *scope->Var("servers@JOB")
         ->GetMutable<std::shared_ptr<ParameterServers>>() = servers;
    framework::Executor executor;
    for (int step = 0; step < 8; ++step) {
      const auto run = [&] {
        executor.Run(programs.trainers.main, Words(step, 8), {}, scope.get());
      };
      servers->BeginStep(step, 0);
      EXPECT_ERROR(run(), FailedPrecondition, "it is lost");
      servers->BeginStep(step, 1);
      run();
    }
  });
  EXPECT_EQ(TableOf(started) == alone.at("table"), true);
  CloseWays();
}

// No machine has room for such an array.
TEST_P(TableTrainingTest, ABillionRowsTakeTheMemoryOfThoseInUse) {
  constexpr int64_t kRows = 1000000000;
  batch_ = [](int batch, int64_t rows) {
    Feeds feeds = Words(batch, rows);
    LoDTensor& ids = feeds[0].second;
    for (int64_t i = 0; i < ids.numel(); ++i) {
      ids.mutable_data<int64_t>()[i] =
          kRows - 1 - ids.data<int64_t>()[i] * 19999999;
    }
    return feeds;
  };
  backward::AdagradOptimizer(0.1).Minimize(Cost(Pooled(Data(), kRows)));
  int64_t written = 0;
  size_t bytes = 0;
  after_ = [&](const Services& started) {
    for (const auto& service : started) {
      const Table& table = service->table("table");
      written += table.rows();
      bytes += table.bytes();
    }
  };
  TrainServed(2, 2, 2, 10);
  EXPECT_GT(written, 10);
  EXPECT_LE(written, kHeight);
  EXPECT_LT(bytes, 1 << 20);
}

TEST_P(TableTrainingTest, AnIdBeyondTheTableIsAnError) {
  backward::SGDOptimizer(0.1).Minimize(Cost(Pooled(Data(), 20)));
  const auto row = [](int) { return int64_t{8}; };
  EXPECT_ERROR(TrainServed(1, 1, 1, 3, row), OutOfRange,
               "is outside the table 'table': [0, 20)");
}

}  // namespace
}  // namespace paddle::distributed
