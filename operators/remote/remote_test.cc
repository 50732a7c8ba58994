#include <memory>
#include <string>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/distributed/group/testing/run_ranks.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/operators/remote/testing/remote_fixture.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::operators {
namespace {

using framework::MakeOp;
using ::testing::ElementsAre;

class RemoteTest : public RemoteFixture {
 protected:
  void AppendPull(const std::vector<int64_t>& dims,
                  const std::vector<int64_t>& pieces = {},
                  const std::vector<int64_t>& servers = {1, 0}) {
    for (const char* name : {"a", "b"}) {
      program_->global_block().Var(name)->set_persistable(true);
    }
    program_->AppendOp(
        0, MakeOp("pull_parameter", {{"Servers", {"servers"}}},
                  {{"Out", {"a", "b"}}},
                  {{"server_of", servers},
                   {"pieces", pieces},
                   {"dtypes", std::vector<std::string>{"float32", "float32"}},
                   {"ranks", std::vector<int64_t>{1, 1}},
                   {"dims", dims},
                   {"latest", true}}));
  }
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
  EXPECT_ERROR(AppendPull({2, 1}, {2, 0}), InvalidArgument,
               "servers of pull_parameter, one for each output or piece");
}

TEST_F(RemoteTest, JoinsPieces) {
  AppendPull({3, 1}, {2, 0}, {1, 0, 1});
  servers_->values = {Numbers({1, 2}), Numbers({3}), Numbers({4})};
  Run();
  EXPECT_THAT(servers_->asked,
              ElementsAre("a@PIECE_0 latest of 1", "a@PIECE_1 latest of 0",
                          "b latest of 1"));
  const auto& a = scope_->FindVar("a")->Get<LoDTensor>();
  EXPECT_THAT(std::vector<float>(a.data<float>(), a.data<float>() + 3),
              ElementsAre(1, 2, 3));
  EXPECT_EQ(scope_->FindVar("b")->Get<LoDTensor>().data<float>()[0], 4);
  servers_->values[1] = Numbers({5, 6});
  EXPECT_ERROR(Run(), InvalidArgument,
               "the 2 pieces from 'a@PIECE_0' on are [4] together, in the "
               "program [3]");
}

TEST_F(RemoteTest, NeedsServers) {
  AppendPull({2, 1});
  *scope_->Var("servers")
       ->GetMutable<std::shared_ptr<distributed::ParameterServers>>() = nullptr;
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

class PushDeltaTest : public RemoteFixture {
 protected:
  PushDeltaTest() {
    for (const char* name : {"a", "b", "a_pulled", "b_pulled"}) {
      framework::proto::VarDesc* var = program_->global_block().Var(name);
      var->add_dims(1);
      var->set_dtype(framework::proto::FLOAT32);
      var->set_persistable(true);
      Set(name, 0);
    }
    program_->AppendOp(0, MakeOp("push_delta",
                                 {{"Servers", {"servers"}},
                                  {"Group", {"group"}},
                                  {"Param", {"a", "b"}},
                                  {"Pulled", {"a_pulled", "b_pulled"}}},
                                 {{"ParamOut", {"a", "b"}},
                                  {"PulledOut", {"a_pulled", "b_pulled"}}},
                                 {{"server_of", std::vector<int64_t>{1, 0}},
                                  {"trainers", int64_t{2}},
                                  {"push_every", int64_t{3}}}));
  }
  void Set(const std::string& name, float value) {
    *scope_->Var(name)->GetMutable<LoDTensor>() = LoDTensor(Numbers({value}));
  }
  float ValueOf(const std::string& name) {
    return scope_->FindVar(name)->Get<LoDTensor>().data<float>()[0];
  }
  void RunAlone() {
    distributed::RunRanks(1, 1, [&](Communicator& group) {
      *scope_->Var("group")->GetMutable<std::shared_ptr<Communicator>>() = {
          &group, [](Communicator*) {}};
      Run();
    });
  }
};

TEST_F(PushDeltaTest, PushesADifferenceAndGoesOnFromTheServersValue) {
  Set("a", 5);
  Set("a_pulled", 1);
  servers_->values = {Numbers({7}), Numbers({8})};
  servers_->now = 2;
  RunAlone();
  ASSERT_EQ(servers_->pushed.size(), 2);
  EXPECT_EQ(servers_->pushed[1].server, 1);
  EXPECT_EQ(servers_->pushed[1].exchange, 1);
  EXPECT_EQ(servers_->pushed[1].first, 2);
  EXPECT_EQ(servers_->pushed[0].first, 0);
  EXPECT_THAT(servers_->asked, ElementsAre("a of 1", "b of 0"));
  EXPECT_EQ(ValueOf("a"), 7);
  EXPECT_EQ(ValueOf("a_pulled"), 7);
  EXPECT_EQ(ValueOf("b_pulled"), 8);
}

TEST_F(PushDeltaTest, PushesInSomeStepsAlone) {
  Set("a", 5);
  servers_->values = {Numbers({7}), Numbers({8})};
  for (servers_->now = 0; servers_->now < 6; ++servers_->now) RunAlone();
  EXPECT_EQ(servers_->pushed.size(), 4);  // two servers, in steps 2 and 5
}

TEST_F(PushDeltaTest, ChangesNothingIfOneIsOfAnotherShape) {
  Set("a", 5);
  servers_->values = {Numbers({7}), Numbers({8, 9})};
  servers_->now = 2;
  EXPECT_ERROR(RunAlone(), InvalidArgument,
               "server 0 has 'b' as [2] of float32, the program as [1]");
  EXPECT_EQ(ValueOf("a"), 5);
}

}  // namespace
}  // namespace paddle::operators
