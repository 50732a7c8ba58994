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

}  // namespace
}  // namespace paddle::distributed
