// Trains tables of rows by id with servers, and compares every bit with
// training without them.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/backward/optimizer.h"
#include "paddle/backward/schedule.h"
#include "paddle/framework/distributed/server/testing/table_training_fixture.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::distributed {
namespace {

using layer::Variable;

// The parameter: whether calls go by gRPC.
class TableTrainingTest : public TableTrainingFixture,
                          public ::testing::WithParamInterface<bool> {
 protected:
  TableTrainingTest() : TableTrainingFixture(GetParam()) {}
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
