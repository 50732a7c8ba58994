#include "paddle/framework/passes/match_communication.h"

#include <memory>
#include <string>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/backward/optimizer.h"
#include "paddle/backward/testing/program_fixture.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/passes/data_parallel.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

using Programs = std::vector<std::shared_ptr<const Program>>;

// A program that is written exchange by exchange.
class Member {
 public:
  Member() {
    program_->global_block().Var("group")->set_kind(proto::RAW);
    proto::VarDesc* x = program_->global_block().Var("x");
    x->set_dtype(proto::FLOAT32);
    x->add_dims(4);
    x->set_is_feed(true);
  }

  Member& Send(int64_t peer, int64_t tag = 0) {
    program_->AppendOp(0, MakeOp("send", {{"X", {"x"}}, {"Group", {"group"}}},
                                 {}, {{"peer", peer}, {"tag", tag}}));
    return *this;
  }
  Member& Receive(int64_t peer, int64_t tag = 0) {
    program_->AppendOp(
        0, MakeOp("recv", {{"Group", {"group"}}}, {{"Out", {Fresh()}}},
                  {{"peer", peer},
                   {"tag", tag},
                   {"shape", std::vector<int64_t>{4}}}));
    return *this;
  }
  // Begins to send, and waits until it is received.
  Member& Start(int64_t peer) {
    program_->AppendOp(
        0, MakeOp("send_start", {{"X", {"x"}}, {"Group", {"group"}}},
                  {{"Pending", {"pending"}}}, {{"peer", peer}}));
    return *this;
  }
  Member& Wait(int64_t peer) {
    program_->AppendOp(
        0,
        MakeOp("send_wait",
               {{"X", {"x"}}, {"Pending", {"pending"}}, {"Group", {"group"}}},
               {}, {{"peer", peer}}));
    return *this;
  }
  Member& Reduce(const std::string& reduce = "sum") {
    program_->AppendOp(0,
                       MakeOp("allreduce", {{"X", {"x"}}, {"Group", {"group"}}},
                              {{"Out", {Fresh()}}}, {{"reduce", reduce}}));
    return *this;
  }
  Member& Barrier() {
    program_->AppendOp(0, MakeOp("barrier", {{"Group", {"group"}}}, {}));
    return *this;
  }

  std::shared_ptr<const Program> program() const { return program_; }

 private:
  std::string Fresh() { return program_->UniqueName("out"); }

  std::shared_ptr<Program> program_ = layer::NewProgram();
};

void Match(const std::vector<Member>& members) {
  Programs programs;
  for (const Member& member : members) programs.push_back(member.program());
  MatchCommunication(programs);
}

TEST(MatchCommunication, AcceptsWhatMatches) {
  Match({});
  Match({Member()});
  Match({Member().Reduce().Send(1), Member().Reduce().Receive(0)});
  // A pipeline, whose stages are at different places at the same time.
  Match({Member().Send(1, 1).Send(1, 2).Receive(1),
         Member().Receive(0, 1).Send(2, 1).Receive(0, 2).Send(2, 2).Send(0),
         Member().Receive(1, 1).Receive(1, 2)});
}

TEST(MatchCommunication, StartedMessagesMayCross) {
  Match({Member().Start(1).Receive(1).Wait(1),
         Member().Start(0).Receive(0).Wait(0)});
  EXPECT_ERROR(
      Match({Member().Send(1).Receive(1), Member().Send(0).Receive(0)}),
      InvalidArgument, "members wait for each other: rank 0 is at send");
}

TEST(MatchCommunication, FindsStartedMessagesThatNobodyReceives) {
  EXPECT_ERROR(Match({Member().Start(1), Member()}), InvalidArgument,
               "rank 0 sends rank 1 a message of tag 0 that it does not "
               "receive");
  EXPECT_ERROR(Match({Member().Start(1).Wait(1).Receive(1),
                      Member().Start(0).Wait(0).Receive(0)}),
               InvalidArgument, "send_wait");
}

TEST(MatchCommunication, FindsOtherCallsAtTheSamePlace) {
  EXPECT_ERROR(Match({Member().Reduce().Barrier(), Member().Barrier()}),
               InvalidArgument,
               "ranks 0 and 1 exchange different things at the same place");
  EXPECT_ERROR(Match({Member().Reduce("sum"), Member().Reduce("max")}),
               InvalidArgument, "reduce=\"max\"");
}

TEST(MatchCommunication, FindsMembersThatWaitForOneWhoHasEnded) {
  EXPECT_ERROR(Match({Member().Reduce(), Member()}), InvalidArgument,
               "rank 0 is at allreduce(group, ");
  EXPECT_ERROR(Match({Member().Receive(1), Member()}), InvalidArgument,
               "from 1, tag 0; rank 1 has ended");
  EXPECT_ERROR(Match({Member().Send(1), Member()}), InvalidArgument,
               "to 1, tag 0");
}

TEST(MatchCommunication, FindsCircles) {
  EXPECT_ERROR(
      Match({Member().Receive(1).Send(1), Member().Receive(0).Send(0)}),
      InvalidArgument, "members wait for each other");
  EXPECT_ERROR(
      Match({Member().Send(1).Receive(1), Member().Send(0).Receive(0)}),
      InvalidArgument, "members wait for each other");
  EXPECT_ERROR(Match({Member().Send(1).Receive(2), Member().Send(2).Receive(0),
                      Member().Send(0).Receive(1)}),
               InvalidArgument, "members wait for each other");
  EXPECT_ERROR(
      Match({Member().Barrier().Send(1), Member().Receive(0).Barrier()}),
      InvalidArgument, "members wait for each other");
}

TEST(MatchCommunication, FindsTagsAndPeersThatDiffer) {
  EXPECT_ERROR(Match({Member().Send(1, 1), Member().Receive(0, 2)}),
               InvalidArgument, "tag 1; rank 1 is at");
  EXPECT_ERROR(Match({Member().Send(2), Member()}), InvalidArgument,
               "exchanges messages with rank 2");
  EXPECT_ERROR(Match({Member().Send(0), Member()}), InvalidArgument,
               "exchanges messages with rank 0");
}

class TrainersTest : public backward::ProgramFixture {};

TEST_F(TrainersTest, TrainersMatchWithAndWithoutRows) {
  const auto ids = layer::data("ids", {-1, 1}, layer::DataType::kInt64);
  layer::EmbeddingOptions sparse;
  sparse.is_sparse = true;
  const auto rows = layer::embedding(ids, 20, 4, sparse);
  backward::AdamOptimizer(0.1).Minimize(layer::mean(layer::fc(rows, 1)));
  DataParallelOptions options;
  options.shards = 3;
  options.bucket_bytes = 0;
  const auto made = DataParallel(main_, options);
  MatchCommunication({made.main, made.idle, made.main});
  options.bucket_bytes = 1 << 20;
  EXPECT_ERROR(
      MatchCommunication({made.main, DataParallel(main_, options).main}),
      InvalidArgument, "ranks 0 and 1 exchange different things");
}

}  // namespace
}  // namespace paddle::framework
