// Runs operators with servers that note what they are asked.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/distributed/group/shard_sums.h"
#include "paddle/framework/distributed/server/parameter_servers.h"
#include "paddle/framework/executor/executor.h"
#include "paddle/framework/registry/op_info_map.h"

namespace paddle::operators {

inline framework::Tensor Numbers(const std::vector<float>& numbers) {
  framework::Tensor tensor(
      framework::Dims({static_cast<int64_t>(numbers.size())}),
      framework::DataType::kFloat32);
  std::copy(numbers.begin(), numbers.end(), tensor.mutable_data<float>());
  return tensor;
}

// Two servers that note what they are asked, and have the values given here.
class TwoServers final : public distributed::ParameterServers {
 public:
  int size() const override { return 2; }
  int64_t step() const override { return now; }
  void BeginStep(int64_t, int64_t) override {}
  void Push(int server, int exchange, const distributed::Communicator&,
            std::vector<framework::Tensor> sums) override {
    const bool wide = sums[0].dtype() == framework::DataType::kFloat64;
    pushed.push_back({server, exchange,
                      wide ? static_cast<float>(sums[0].data<double>()[0])
                           : sums[0].data<float>()[0]});
  }
  void PushRows(int server, int exchange, int64_t width,
                const distributed::Communicator&,
                std::vector<framework::Tensor> weights,
                absl::Span<const framework::SelectedRows> rows) override {
    pushed.push_back({static_cast<int>(width), exchange,
                      static_cast<float>(weights[0].data<double>()[0])});
    pushed_rows = {rows.begin(), rows.end()};
    rows_server = server;
  }
  framework::Tensor PullRows(const std::string& table, int64_t width,
                             absl::Span<const int64_t> ids,
                             bool latest) override {
    asked.push_back(table + (latest ? " latest" : ""));
    framework::Tensor rows(
        framework::Dims({static_cast<int64_t>(ids.size()), width}),
        framework::DataType::kFloat32);
    for (int64_t i = 0; i < rows.numel(); ++i) {
      rows.mutable_data<float>()[i] = static_cast<float>(ids[i / width]);
    }
    return rows;
  }
  std::vector<framework::Tensor> Pull(
      absl::Span<const distributed::PulledParameter> parameters,
      bool latest) override {
    for (const auto& each : parameters) {
      asked.push_back(each.name + (latest ? " latest of " : " of ") +
                      std::to_string(each.server));
    }
    return values;
  }

  void Interrupt(int64_t, const std::string&) override {}
  void Join() override {}
  void Leave() override {}

  struct Pushed {
    int server, exchange;
    float first;
  };
  std::vector<Pushed> pushed;
  std::vector<framework::SelectedRows> pushed_rows;
  int rows_server = -1;
  int64_t now = 0;  // the step
  std::vector<std::string> asked;
  std::vector<framework::Tensor> values;
};

class RemoteFixture : public ::testing::Test {
 protected:
  using Communicator = distributed::Communicator;
  using ShardSums = distributed::ShardSums;
  using DataType = framework::DataType;
  using Dims = framework::Dims;
  using LoDTensor = framework::LoDTensor;
  using Tensor = framework::Tensor;

  RemoteFixture() {
    for (const char* name : {"servers", "group", "shards"}) {
      program_->global_block().Var(name)->set_kind(framework::proto::RAW);
    }
    *scope_->Var("servers")
         ->GetMutable<std::shared_ptr<distributed::ParameterServers>>() =
        servers_;
  }

  void Run() { framework::Executor().Run(program_, {}, {}, scope_.get()); }

  const std::shared_ptr<TwoServers> servers_ = std::make_shared<TwoServers>();
  const std::shared_ptr<framework::Scope> scope_ = framework::Scope::Create();
  const std::shared_ptr<framework::Program> program_ =
      std::make_shared<framework::Program>(framework::OpInfoMap::Instance());
};

}  // namespace paddle::operators
