#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/distributed/group/shard_sums.h"
#include "paddle/framework/distributed/group/testing/run_ranks.h"
#include "paddle/framework/distributed/server/parameter_servers.h"
#include "paddle/framework/executor/executor.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::operators {
namespace {

using distributed::Communicator;
using distributed::ParameterServers;
using distributed::ShardSums;
using framework::DataType;
using framework::Dims;
using framework::LoDTensor;
using framework::MakeOp;
using framework::Tensor;
using ::testing::ElementsAre;

Tensor Numbers(const std::vector<float>& numbers) {
  Tensor tensor(Dims({static_cast<int64_t>(numbers.size())}),
                DataType::kFloat32);
  std::copy(numbers.begin(), numbers.end(), tensor.mutable_data<float>());
  return tensor;
}

// Two servers that note what they are asked, and have the values given here.
class TwoServers final : public ParameterServers {
 public:
  int size() const override { return 2; }
  void BeginStep(int64_t, int64_t) override {}
  void Push(int server, int exchange, const Communicator&,
            std::vector<Tensor> sums) override {
    pushed.push_back({server, exchange, sums[0].data<float>()[0]});
  }
  std::vector<Tensor> Pull(
      absl::Span<const distributed::PulledParameter> parameters,
      bool latest) override {
    for (const auto& each : parameters) {
      asked.push_back(each.name + (latest ? " latest of " : " of ") +
                      std::to_string(each.server));
    }
    return values;
  }

  void Join() override {}
  void Leave() override {}

  struct Pushed {
    int server, exchange;
    float first;
  };
  std::vector<Pushed> pushed;
  std::vector<std::string> asked;
  std::vector<Tensor> values;
};

class RemoteTest : public ::testing::Test {
 protected:
  RemoteTest() {
    for (const char* name : {"servers", "group", "shards"}) {
      program_->global_block().Var(name)->set_kind(framework::proto::RAW);
    }
    *scope_->Var("servers")->GetMutable<std::shared_ptr<ParameterServers>>() =
        servers_;
  }

  void AppendPull(const std::vector<int64_t>& dims) {
    for (const char* name : {"a", "b"}) {
      program_->global_block().Var(name)->set_persistable(true);
    }
    program_->AppendOp(
        0, MakeOp("pull_parameter", {{"Servers", {"servers"}}},
                  {{"Out", {"a", "b"}}},
                  {{"server_of", std::vector<int64_t>{1, 0}},
                   {"dtypes", std::vector<std::string>{"float32", "float32"}},
                   {"ranks", std::vector<int64_t>{1, 1}},
                   {"dims", dims},
                   {"latest", true}}));
  }
  void Run() { framework::Executor().Run(program_, {}, {}, scope_.get()); }

  const std::shared_ptr<TwoServers> servers_ = std::make_shared<TwoServers>();
  const std::shared_ptr<framework::Scope> scope_ = framework::Scope::Create();
  const std::shared_ptr<framework::Program> program_ =
      std::make_shared<framework::Program>(framework::OpInfoMap::Instance());
};

TEST_F(RemoteTest, PullsParametersOfSeveralServers) {
  AppendPull({2, 1});
  servers_->values = {Numbers({1, 2}), Numbers({3})};
  Run();
  EXPECT_THAT(servers_->asked, ElementsAre("a latest of 1", "b latest of 0"));
  EXPECT_EQ(scope_->FindVar("a")->Get<LoDTensor>().data<float>()[1], 2);
  EXPECT_EQ(scope_->FindVar("b")->Get<LoDTensor>().data<float>()[0], 3);
}

TEST_F(RemoteTest, ChangesNothingIfOneIsOfAnotherShape) {
  AppendPull({2, 1});
  servers_->values = {Numbers({1, 2}), Numbers({3})};
  Run();
  servers_->values = {Numbers({7, 8}), Numbers({3, 4})};
  EXPECT_ERROR(Run(), InvalidArgument,
               "server 0 has 'b' as [2] of float32, the program as [1]");
  EXPECT_EQ(scope_->FindVar("a")->Get<LoDTensor>().data<float>()[1], 2);
}

TEST_F(RemoteTest, AttributesFitTheOutputs) {
  EXPECT_ERROR(AppendPull({2}), InvalidArgument, "fewer than its ranks need");
}

TEST_F(RemoteTest, NeedsServers) {
  AppendPull({2, 1});
  *scope_->Var("servers")->GetMutable<std::shared_ptr<ParameterServers>>() =
      nullptr;
  EXPECT_ERROR(Run(), FailedPrecondition,
               "the variable servers of the scope holds no servers");
}

TEST_F(RemoteTest, PushesWhatShardsHaveGiven) {
  program_->AppendOp(
      0, MakeOp("push_gradient",
                {{"Servers", {"servers"}},
                 {"Group", {"group"}},
                 {"Shards", {"shards"}}},
                {}, {{"exchange", int64_t{5}}, {"server", int64_t{1}}}));
  auto* shards = scope_->Var("shards")->GetMutable<ShardSums>();
  EXPECT_ERROR(Run(), FailedPrecondition, "variable group is not initialised");
  distributed::RunRanks(1, 1, [&](Communicator& group) {
    *scope_->Var("group")->GetMutable<std::shared_ptr<Communicator>>() = {
        &group, [](Communicator*) {}};
    EXPECT_ERROR(Run(), InvalidArgument, "");
    shards->Add(5, group, Numbers({9, 1}));
    Run();
  });
  ASSERT_EQ(servers_->pushed.size(), 1);
  EXPECT_EQ(servers_->pushed[0].server, 1);
  EXPECT_EQ(servers_->pushed[0].exchange, 5);
  EXPECT_EQ(servers_->pushed[0].first, 9);
}

}  // namespace
}  // namespace paddle::operators
