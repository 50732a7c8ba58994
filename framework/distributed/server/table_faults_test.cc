// Trains tables of rows by id while calls of servers are lost.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/backward/optimizer.h"
#include "paddle/framework/distributed/server/testing/table_training_fixture.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::distributed {
namespace {

using layer::Variable;

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
class TableFaultsTest : public TableTrainingFixture,
                        public ::testing::WithParamInterface<bool> {
 protected:
  TableFaultsTest() : TableTrainingFixture(GetParam()) {}

  NamedServer WayTo(ParameterService* service) override {
    NamedServer server = TableTrainingFixture::WayTo(service);
    if (service == losing_) {
      server.target = std::make_shared<LosesPushes>(server.target);
    }
    return server;
  }

  ParameterService* losing_ = nullptr;
};

INSTANTIATE_TEST_SUITE_P(Ways, TableFaultsTest, ::testing::Bool(),
                         [](const auto& info) {
                           return std::string(info.param ? "Grpc" : "Direct");
                         });

// A step in which one of the servers loses what is pushed is repeated: the
// other one has made it, and gives the rows of before.
TEST_P(TableFaultsTest, StepsThatAreRepeatedHaveTheSameBits) {
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

}  // namespace
}  // namespace paddle::distributed
