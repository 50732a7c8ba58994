// Trains tables of rows by id while calls of servers are lost.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/backward/optimizer.h"
#include "paddle/framework/distributed/server/testing/table_training_fixture.h"
#include "paddle/framework/distributed/table/rocksdb_table.h"
#include "paddle/platform/testing/expect_error.h"
#include "paddle/platform/testing/temporary_folder.h"

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

  // Returns servers that go on from what is in the folder.
  static Services StartKept(const Programs& programs,
                            const platform::TemporaryFolder& folder) {
    Services services;
    for (const framework::ServerPrograms& server : programs.servers) {
      const std::string own =
          folder.Path("server-" + std::to_string(services.size()));
      ParameterServiceOptions options;
      options.file = own + "-state";
      options.tables_are_kept = true;
      options.new_table = [own](const std::string& name,
                                std::vector<TableColumn> columns) {
        RocksdbTableOptions table;
        table.folder = own + "-" + name;
        table.durability = Durability::kStep;
        return NewRocksdbTable(std::move(columns), table);
      };
      services.push_back(std::make_unique<ParameterService>(
          *server.main, server.startup, options));
    }
    return services;
  }

  // Returns the bytes of the parameters that a trainer has.
  State StateIn(const Scope& scope) const {
    State state;
    for (const auto& var : main_->global_block().desc().vars()) {
      const framework::Variable* held = scope.FindVar(var.name());
      if (!var.is_parameter() || held == nullptr) continue;
      const auto& value = held->Get<LoDTensor>();
      state[var.name()] = {static_cast<const char*>(value.raw_data()),
                           value.bytes()};
    }
    return state;
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

// Servers end between any two steps, and others go on from what they have kept:
// rows in RocksDB, and the rest in a file.
TEST_P(TableFaultsTest, ServersThatEndLoseNothing) {
  backward::AdagradOptimizer(0.1).Minimize(Cost(Pooled(Data())));
  layer::SetRandomSeed(7);
  const State alone = TrainAlone(1, 8)[0];
  const Programs programs = ProgramsFor(2, 1);
  const platform::TemporaryFolder folder;
  distributed::RunRanks(1, 1, [&](Communicator& group) {
    const auto scope = Scope::Create();
    *scope->Var("group@JOB")->GetMutable<std::shared_ptr<Communicator>>() = {
        &group, [](Communicator*) {}};
    scope->Var("shards@JOB")->GetMutable<ShardSums>();
    framework::Executor executor;
    for (int step = 0; step < 8; ++step) {
      const Services started = StartKept(programs, folder);
      const auto servers = Connect(started);
      *scope->Var("servers@JOB")
           ->GetMutable<std::shared_ptr<ParameterServers>>() = servers;
      servers->BeginStep(step, 0);
      if (step == 0) {
        executor.Run(programs.startup, {}, {}, scope.get());
      }
      executor.Run(programs.trainers.main, Words(step, 8), {}, scope.get());
      if (step == 7) {
        EXPECT_EQ(TableOf(started) == alone.at("table"), true);
      }
      *scope->Var("servers@JOB")
           ->GetMutable<std::shared_ptr<ParameterServers>>() = nullptr;
      CloseWays();
    }
    for (const auto& [name, bytes] : StateIn(*scope)) {
      EXPECT_EQ(bytes == alone.at(name), true) << name;
    }
  });
}

}  // namespace
}  // namespace paddle::distributed
