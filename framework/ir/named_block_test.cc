#include "paddle/framework/ir/named_block.h"

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/ir/print_text.h"
#include "paddle/framework/ir/verify.h"
#include "paddle/framework/registry/testing/tiny_ops.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework::testing {
namespace {

using ::testing::ElementsAre;

// Doubles a gradient and updates w with it; counts.
class NamedBlockTest : public ::testing::Test {
 protected:
  NamedBlockTest() : program_(TinyOps()) {
    AddFeed(&program_, "g", {2});
    AddParameter(&program_, "w", {2});
    AddData(&program_, "count", {2})->set_persistable(true);
    program_.AppendOp(0, Scale("g", "g2", 2));
    program_.AppendOp(0, Scale("count", "next", 3));
    program_.AppendOp(0, Scale("next", "count", 1));
    program_.AppendOp(0, Update("w", "g2"));
  }

  void Move() {
    MoveToNamedBlock("count", {false, true, true, false}, {}, {"next"},
                     &program_);
    MoveToNamedBlock("update", {true, true}, {"g"}, {}, &program_);
  }
  proto::BlockDesc* block(int index) {
    return program_.mutable_desc()->mutable_blocks(index);
  }
  // Why Verify refuses the program as it is now.
  template <class Change>
  void ExpectRefused(const Change& change, const std::string& why) {
    Move();
    change();
    program_.Changed();
    EXPECT_ERROR(Verify(program_), InvalidArgument, why);
  }

  Program program_;
};

TEST_F(NamedBlockTest, HasOperatorsAndVariablesOfItsOwn) {
  Move();
  Verify(program_);
  EXPECT_THAT(BlockNames(program_), ElementsAre("count", "update"));
  EXPECT_EQ(FindNamedBlock(program_, "update"), 2);
  EXPECT_EQ(PrintText(program_), R"(block 0 {
  var w: [2] float32, parameter
  var count: [2] float32, persistable
}
block 1 'count' in 0 () -> (next) {
  var next: [2] float32

  next = tiny_scale(X=count, scale=3.0)
  count = tiny_scale(X=next)
}
block 2 'update' in 0 (g) -> () {
  var g: [2] float32, feed
  var g2: [2] float32

  g2 = tiny_scale(X=g, scale=2.0)
  # optimize
  w = tiny_update(Param=w, Grad=g2)
}
)");
}

TEST_F(NamedBlockTest, IsAProgram) {
  const std::string before = PrintText(program_);
  Move();
  const auto update = ProgramOfBlock(program_, "update");
  EXPECT_EQ(PrintText(*update), R"(block 0 {
  var w: [2] float32, parameter
  var g: [2] float32, feed
  var g2: [2] float32

  g2 = tiny_scale(X=g, scale=2.0)
  # optimize
  w = tiny_update(Param=w, Grad=g2)
}
)");
  EXPECT_EQ(update->global_block().desc().ops(0).id(),
            program_.block(2).desc().ops(0).id());
  EXPECT_THAT(update->desc().feeds(), ElementsAre("g"));
  const auto count = ProgramOfBlock(program_, "count");
  EXPECT_THAT(count->desc().fetches(), ElementsAre("next"));
}

TEST_F(NamedBlockTest, SurvivesAFile) {
  Move();
  const auto read = Program::Parse(program_.schemas(), program_.Serialize());
  EXPECT_EQ(PrintText(*read), PrintText(program_));
}

TEST_F(NamedBlockTest, TakesTheBlocksOfItsOperators) {
  const int body = program_.AddBlock(0);
  AddData(&program_, "in", {2}, body);
  program_.AppendOp(body, Scale("in", "out", 2));
  block(body)->add_arguments("in");
  block(body)->add_results("out");
  program_.AppendOp(0, Loop({"g2"}, {"loops"}, body));
  const int looped = MoveToNamedBlock(
      "looped", {true, false, false, true, true}, {"g"}, {"loops"}, &program_);
  Verify(program_);
  EXPECT_EQ(looped, 1);
  EXPECT_EQ(program_.desc().blocks(2).parent(), looped);
  const auto alone = ProgramOfBlock(program_, "looped");
  EXPECT_EQ(alone->num_blocks(), 2);
  EXPECT_THAT(alone->desc().fetches(), ElementsAre("loops"));
}

TEST_F(NamedBlockTest, DoesNotShareVariables) {
  EXPECT_ERROR(MoveToNamedBlock("update", {false, false, false, true}, {"g"},
                                {}, &program_),
               InvalidArgument, "'g2' is used by an operator inside");
}

TEST_F(NamedBlockTest, NamesAreDifferent) {
  Move();
  EXPECT_ERROR(MoveToNamedBlock("update", {}, {}, {}, &program_), AlreadyExists,
               "block 'update'");
  EXPECT_ERROR(FindNamedBlock(program_, "pull"), NotFound,
               "no block 'pull'; it has count, update");
  block(1)->set_name("update");
  program_.Changed();
  EXPECT_ERROR(Verify(program_), AlreadyExists, "two blocks");
}

TEST_F(NamedBlockTest, MayNotBeTheGlobalBlock) {
  ExpectRefused([&] { block(0)->set_name("main"); },
                "block 0, named 'main', is called from outside");
}

TEST_F(NamedBlockTest, MayNotStandInAnother) {
  ExpectRefused([&] { block(2)->set_parent(1); },
                "block 2, named 'update', is called from outside");
}

TEST_F(NamedBlockTest, WritesNothingElseOutside) {
  ExpectRefused(
      [&] { block(0)->mutable_vars(1)->set_persistable(false); },
      "output Out of operator tiny_scale cannot be 'count': it is of an outer "
      "block");
}

}  // namespace
}  // namespace paddle::framework::testing
