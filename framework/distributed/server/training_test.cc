// Trains with servers, and compares every bit with training without them.
#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/backward/optimizer.h"
#include "paddle/backward/schedule.h"
#include "paddle/framework/distributed/server/grpc_client.h"
#include "paddle/framework/distributed/server/grpc_server.h"
#include "paddle/framework/distributed/server/parameter_client.h"
#include "paddle/framework/distributed/server/parameter_service.h"
#include "paddle/framework/passes/parameter_server.h"
#include "paddle/framework/passes/testing/trainers_fixture.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::distributed {
namespace {

using framework::ParameterServerPrograms;
using framework::Scope;
using framework::State;
using layer::Variable;

// The parameter: whether calls go by gRPC.
class TrainingTest : public framework::TrainersFixture,
                     public ::testing::WithParamInterface<bool> {
 protected:
  // The servers of a job, in this process.
  struct Servers {
    std::vector<std::unique_ptr<ParameterService>> services;
    std::vector<std::unique_ptr<CallServer>> ports;  // destroyed first
  };

  Servers Start(const ParameterServerPrograms& programs) const {
    Servers servers;
    for (const framework::ServerPrograms& server : programs.servers) {
      servers.services.push_back(
          std::make_unique<ParameterService>(*server.main, server.startup));
      if (!GetParam()) continue;
      servers.ports.push_back(
          ListenByGrpc("127.0.0.1", 0, servers.services.back().get()));
    }
    return servers;
  }

  std::shared_ptr<ParameterServers> Connect(const Servers& servers) const {
    std::vector<NamedServer> named;
    for (size_t i = 0; i < servers.services.size(); ++i) {
      if (!GetParam()) {
        named.push_back({{servers.services[i].get(), [](CallTarget*) {}},
                         std::to_string(i)});
        continue;
      }
      const std::string address =
          "127.0.0.1:" + std::to_string(servers.ports[i]->port());
      named.push_back(
          {ConnectByGrpc(address, std::chrono::seconds(10)), address});
    }
    return NewParameterClient(std::move(named));
  }

  // Trains with that many servers and trainers.
  std::vector<State> TrainServed(int servers, int trainers, int shards,
                                 int steps,
                                 const Rows& rows = EightRows) const {
    framework::ParameterServerOptions options;
    options.servers = servers;
    options.trainers.shards = shards;
    const auto programs = ParameterServer(main_, startup_, options);
    const Servers started = Start(programs);
    using Held = std::shared_ptr<ParameterServers>;
    const auto bind = [&](Communicator&, Scope* scope) {
      *scope->Var("servers@JOB")->GetMutable<Held>() = Connect(started);
    };
    const auto begin_step = [](int step, Scope* scope) {
      scope->FindVar("servers@JOB")->Get<Held>()->BeginStep(step, 0);
    };
    return TrainAll(trainers, shards, steps,
                    {programs.trainers, programs.startup, bind, begin_step},
                    rows);
  }

  std::vector<State> TrainAlone(int shards, int steps,
                                const Rows& rows = EightRows) const {
    framework::DataParallelOptions options;
    options.shards = shards;
    return TrainAll(1, shards, steps, {DataParallel(main_, options), startup_},
                    rows);
  }

  // Compares what trainers have with what one has without servers.
  void ExpectSameBits(const std::vector<State>& got,
                      const State& expected) const {
    for (const State& trainer : got) {
      for (const auto& var : main_->global_block().desc().vars()) {
        if (!var.is_parameter()) continue;
        ASSERT_EQ(trainer.count(var.name()), 1) << var.name();
      }
      for (const auto& [name, bytes] : trainer) {
        EXPECT_EQ(bytes == expected.at(name), true) << name;
      }
    }
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
