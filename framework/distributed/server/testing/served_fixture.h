// Trains a small network with servers, in this process, and without.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/distributed/server/grpc_client.h"
#include "paddle/framework/distributed/server/grpc_server.h"
#include "paddle/framework/distributed/server/parameter_client.h"
#include "paddle/framework/distributed/server/parameter_service.h"
#include "paddle/framework/passes/delta_servers.h"
#include "paddle/framework/passes/parameter_server.h"
#include "paddle/framework/passes/testing/trainers_fixture.h"

namespace paddle::distributed {

class ServedFixture : public framework::TrainersFixture {
 protected:
  using Programs = framework::ParameterServerPrograms;
  using Scope = framework::Scope;
  using State = framework::State;
  using Services = std::vector<std::unique_ptr<ParameterService>>;

  // Returns a trainer's way to a server. Called by one thread at a time.
  virtual NamedServer WayTo(ParameterService* service) = 0;
  // Ends what the ways need, before the servers go.
  virtual void CloseWays() { ports_.clear(); }

  static NamedServer Direct(ParameterService* service) {
    return {{service, [](CallTarget*) {}}, "direct"};
  }
  // Returns the port at which a server listens for calls by gRPC.
  int PortOf(ParameterService* service) {
    auto& port = ports_[service];
    if (port == nullptr) port = ListenByGrpc("127.0.0.1", 0, service);
    return port->port();
  }
  NamedServer ByGrpc(ParameterService* service) {
    const std::string address = "127.0.0.1:" + std::to_string(PortOf(service));
    return {ConnectByGrpc(address, std::chrono::seconds(10)), address};
  }

  // Lets another server take the calls of one that listens, at its port.
  void Replace(ParameterService* service, ParameterService* by) {
    std::lock_guard<std::mutex> lock(mutex_);
    auto& port = ports_[service];
    const int number = port->port();
    port = nullptr;
    port = ListenByGrpc("127.0.0.1", number, by);
  }

  Programs ProgramsFor(int servers, int shards) const {
    framework::ParameterServerOptions options;
    options.servers = servers;
    options.trainers.shards = shards;
    options.min_piece = min_piece_;
    options.push_every = push_every_;
    return push_every_ > 0 ? DeltaServers(main_, startup_, options)
                           : ParameterServer(main_, startup_, options);
  }
  static Services Start(const Programs& programs) {
    Services services;
    ParameterServiceOptions options;
    options.served.set_async(programs.finish != nullptr);
    options.served.set_staleness(-1);
    for (const framework::ServerPrograms& server : programs.servers) {
      services.push_back(std::make_unique<ParameterService>(
          *server.main, server.startup, options));
    }
    return services;
  }

  // Returns the number of steps that a server has made.
  static int64_t VersionOf(ParameterService* service) {
    Call call;
    call.head.set_block(kParametersBlock);
    call.head.set_latest(true);
    return Await(service, std::move(call)).head.version();
  }

  // Trains with that many servers and trainers. Returns the state of each
  // trainer, and leaves in versions_ how many steps each server has made.
  std::vector<State> TrainServed(int servers, int trainers, int shards,
                                 int steps, const Rows& rows = EightRows) {
    const Programs programs = ProgramsFor(servers, shards);
    const Services started = Start(programs);
    const Closer closer{this};
    using Held = std::shared_ptr<ParameterServers>;
    const auto bind = [&](Communicator&, Scope* scope) {
      *scope->Var("servers@JOB")->GetMutable<Held>() = Connect(started);
    };
    const auto begin_step = [this](int step, Scope* scope) {
      on_step_(step);
      scope->FindVar("servers@JOB")->Get<Held>()->BeginStep(step, 0);
    };
    const auto states =
        TrainAll(trainers, shards, steps,
                 {programs.trainers, programs.startup, bind, begin_step}, rows);
    after_(started);
    versions_.clear();
    for (const auto& service : started) {
      versions_.push_back(VersionOf(service.get()));
    }
    return states;
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

  RetryOptions retries_;
  int64_t min_piece_ = 8192;
  int64_t push_every_ = 0;
  // Called by each trainer before each step.
  std::function<void(int step)> on_step_ = [](int) {};
  // Looks at the servers when trainers have made their steps.
  std::function<void(const Services&)> after_ = [](const Services&) {};
  std::vector<int64_t> versions_;

  std::shared_ptr<ParameterServers> Connect(const Services& services) {
    std::lock_guard<std::mutex> lock(mutex_);
    std::vector<NamedServer> named;
    for (const auto& service : services) named.push_back(WayTo(service.get()));
    return NewParameterClient(std::move(named), retries_);
  }

 private:
  // Closes the ways also when a trainer throws.
  struct Closer {
    ~Closer() { fixture->CloseWays(); }
    ServedFixture* fixture;
  };

  std::mutex mutex_;  // of all below
  std::map<ParameterService*, std::unique_ptr<CallServer>> ports_;
};

}  // namespace paddle::distributed
