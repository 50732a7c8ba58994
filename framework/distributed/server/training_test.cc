// Trains with servers, and compares every bit with training without them.
#include <string>

#include "gtest/gtest.h"

#include "paddle/backward/optimizer.h"
#include "paddle/backward/schedule.h"
#include "paddle/framework/distributed/server/testing/served_fixture.h"

namespace paddle::distributed {
namespace {

using framework::State;
using layer::Variable;

// The parameter: whether calls go by gRPC.
class TrainingTest : public ServedFixture,
                     public ::testing::WithParamInterface<bool> {
 protected:
  NamedServer WayTo(ParameterService* service) override {
    return GetParam() ? ByGrpc(service) : Direct(service);
  }

  // Words repeat within a batch.
  static framework::Feeds Words(int batch, int64_t rows) {
    framework::LoDTensor ids;
    ids.Allocate({rows, 1}, framework::DataType::kInt64);
    for (int64_t i = 0; i < rows; ++i) {
      ids.mutable_data<int64_t>()[i] = (batch * 7 + i * i) % 5;
    }
    return {{"words", ids}, Batch(batch, rows)[1]};
  }
  // A table that is whole at one server.
  static Variable Lookups() {
    const Variable words =
        layer::data("words", {-1, 1}, framework::DataType::kInt64);
    const Variable y = layer::data("y", {-1, 1}, framework::DataType::kFloat32);
    layer::EmbeddingOptions sparse;
    sparse.is_sparse = true;
    const Variable rows = layer::embedding(words, 20, 3, sparse);
    return layer::mean(layer::square_error_cost(layer::fc(rows, 1), y));
  }
};

INSTANTIATE_TEST_SUITE_P(Ways, TrainingTest, ::testing::Bool(),
                         [](const auto& info) {
                           return std::string(info.param ? "Grpc" : "Direct");
                         });

TEST_P(TrainingTest, OneTrainerAndOneServerHaveTheLocalBits) {
  Minimize(Network());
  const State alone = TrainAlone(1, 30)[0];
  ExpectSameBits(TrainServed(1, 1, 1, 30), alone);
}

TEST_P(TrainingTest, TwoTrainersAndTwoServersHaveTheLocalBits) {
  Minimize(Network());
  const State alone = TrainAlone(2, 30)[0];
  ExpectSameBits(TrainServed(2, 2, 2, 30), alone);
}

TEST_P(TrainingTest, AnyNumberOfTrainersHasTheSameBits) {
  Minimize(Network());
  const State alone = TrainAlone(4, 10)[0];
  for (int trainers = 1; trainers <= 4; ++trainers) {
    ExpectSameBits(TrainServed(3, trainers, 4, 10), alone);
  }
}

TEST_P(TrainingTest, UnevenBatchesAndIdleTrainers) {
  Minimize(Network(/*normalize=*/false));
  const auto rows = [](int batch) {
    return batch % 3 == 2 ? 0 : batch % 5 + 1;
  };
  const State alone = TrainAlone(2, 12, rows)[0];
  ExpectSameBits(TrainServed(2, 2, 2, 12, rows), alone);
}

TEST_P(TrainingTest, SchedulesRunOnceAStep) {
  const Variable cost = Network();
  backward::SGDOptimizer(backward::schedule::Exponential(0.1, 3, 0.5))
      .Minimize(cost);
  layer::SetRandomSeed(7);
  const State alone = TrainAlone(2, 10)[0];
  ExpectSameBits(TrainServed(2, 2, 2, 10), alone);
}

TEST_P(TrainingTest, SparseGradientsHaveTheLocalBits) {
  batch_ = Words;
  backward::AdagradOptimizer(0.1).Minimize(Lookups());
  layer::SetRandomSeed(7);
  const State alone = TrainAlone(4, 10)[0];
  ExpectSameBits(TrainServed(1, 1, 4, 10), alone);
  ExpectSameBits(TrainServed(3, 4, 4, 10), alone);
}

// The norm adds up rows in the order in which they stand.
TEST_P(TrainingTest, SparseGradientsAreClippedByTheirNorm) {
  batch_ = Words;
  backward::OptimizerOptions options;
  options.gradient_clip = layer::ClipByNorm(0.1);
  backward::AdamOptimizer(0.1, {}, options).Minimize(Lookups());
  layer::SetRandomSeed(7);
  const State alone = TrainAlone(2, 10)[0];
  ExpectSameBits(TrainServed(2, 2, 2, 10), alone);
  const State single = TrainAlone(1, 10)[0];
  ExpectSameBits(TrainServed(2, 1, 1, 10), single);
}

TEST_P(TrainingTest, SparseGradientsOfIdleTrainers) {
  batch_ = Words;
  backward::SGDOptimizer(0.1).Minimize(Lookups());
  layer::SetRandomSeed(7);
  const auto rows = [](int batch) { return batch % 3 == 2 ? 0 : 4; };
  const State alone = TrainAlone(2, 12, rows)[0];
  ExpectSameBits(TrainServed(2, 2, 2, 12, rows), alone);
}

// Whatever can be cut is: into two pieces, and into three.
TEST_P(TrainingTest, RowPiecesHaveTheLocalBits) {
  backward::OptimizerOptions options;
  options.regularizer = layer::L2Decay(0.01);
  options.gradient_clip = layer::ClipByValue(-0.1, 0.1);
  backward::AdamOptimizer(0.01, {}, options).Minimize(Network());
  layer::SetRandomSeed(7);
  min_piece_ = 1;
  const State alone = TrainAlone(4, 10)[0];
  for (const int servers : {1, 2, 3}) {
    ExpectSameBits(TrainServed(servers, servers == 3 ? 4 : servers, 4, 10),
                   alone);
  }
}

TEST_P(TrainingTest, RowPiecesAndIdleTrainers) {
  Minimize(Network(/*normalize=*/false));
  min_piece_ = 4;
  const auto rows = [](int batch) {
    return batch % 3 == 2 ? 0 : batch % 5 + 1;
  };
  const State alone = TrainAlone(2, 12, rows)[0];
  ExpectSameBits(TrainServed(2, 2, 2, 12, rows), alone);
}

}  // namespace
}  // namespace paddle::distributed
