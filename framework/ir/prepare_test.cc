#include "paddle/framework/ir/prepare.h"

#include "gmock/gmock-more-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/ir/print_text.h"
#include "paddle/framework/ir/prune.h"
#include "paddle/framework/ir/verify.h"
#include "paddle/framework/registry/testing/tiny_ops.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// y = x + d, z = x + e; d and e derive from w.
class PrepareTest : public ::testing::Test {
 protected:
  PrepareTest() : program_(TinyOps()) {
    AddFeed(&program_, "x", {2});
    AddParameter(&program_, "w", {2});
    prepare_ = PrepareBlock(&program_);
    program_.AppendOp(prepare_, Scale("w", "half", 0.5));
    program_.AppendOp(prepare_, Scale("half", "d", 3));
    program_.AppendOp(prepare_, Scale("half", "e", 5));
    AddDerived(&program_, "d");
    AddDerived(&program_, "e");
    program_.AppendOp(0, Add("x", "d", "y"));
    program_.AppendOp(0, Add("x", "e", "z"));
  }

  proto::BlockDesc* block(int index) {
    return program_.mutable_desc()->mutable_blocks(index);
  }
  // Why Verify refuses the program as it is now.
  void ExpectRefused(const std::string& why) {
    program_.Changed();
    EXPECT_ERROR(Verify(program_), InvalidArgument, why);
  }

  Program program_;
  int prepare_;
};

TEST_F(PrepareTest, ComputesDerivedVariablesFromSources) {
  Verify(program_);
  EXPECT_EQ(PrepareBlock(&program_), prepare_);
  EXPECT_THAT(DerivedNames(program_), ElementsAre("d", "e"));
  EXPECT_THAT(PrepareSources(program_), ElementsAre("w"));
  EXPECT_FALSE(program_.global_block().GetVar("d").persistable());
  EXPECT_EQ(PrintText(program_), R"(block 0 {
  var x: [2] float32, feed
  var w: [2] float32, parameter
  var d: [2] float32, derived
  var e: [2] float32, derived
  var y: [2] float32
  var z: [2] float32

  y = tiny_add(X=x, Y=d)
  z = tiny_add(X=x, Y=e)
}
prepare block 1 in 0 () -> (d, e) {
  var half: [2] float32
  var d: [2] float32
  var e: [2] float32

  half = tiny_scale(X=w, scale=0.5)
  d = tiny_scale(X=half, scale=3.0)
  e = tiny_scale(X=half, scale=5.0)
}
)");
}

TEST_F(PrepareTest, PruningKeepsWhatIsUsed) {
  const auto one = Prune(program_, 0, {"x"}, {"z"});
  Verify(*one);
  EXPECT_THAT(DerivedNames(*one), ElementsAre("e"));
  EXPECT_EQ(one->block(FindPrepareBlock(*one)).desc().ops_size(), 2);
  EXPECT_EQ(one->global_block().FindVar("d"), nullptr);
  const auto none = Prune(program_, 0, {}, {"x"});
  Verify(*none);
  EXPECT_EQ(FindPrepareBlock(*none), 0);
  EXPECT_EQ(none->num_blocks(), 1);
  EXPECT_THAT(DerivedNames(*none), IsEmpty());
}

// The block still computes it, for another one.
TEST_F(PrepareTest, PruningForgetsResultsThatOnlyTheBlockReads) {
  program_.AppendOp(prepare_, Scale("d", "f"));
  AddDerived(&program_, "f");
  program_.AppendOp(0, Add("x", "f", "v"));
  const auto one = Prune(program_, 0, {"x"}, {"v"});
  Verify(*one);
  EXPECT_THAT(DerivedNames(*one), ElementsAre("f"));
  EXPECT_EQ(one->global_block().FindVar("d"), nullptr);
}

TEST_F(PrepareTest, PruningFollowsTheBlockToItsNewIndex) {
  Program program(TinyOps());
  AddParameter(&program, "w", {2});
  program.AppendOp(0, Loop({"w"}, {"unused"}, program.AddBlock(0)));
  const int prepare = PrepareBlock(&program);
  EXPECT_EQ(prepare, 2);
  program.AppendOp(prepare, Scale("w", "d"));
  AddDerived(&program, "d");
  program.AppendOp(0, Scale("d", "y"));
  const auto pruned = Prune(program, 0, {}, {"y"});
  Verify(*pruned);
  EXPECT_EQ(FindPrepareBlock(*pruned), 1);
}

TEST_F(PrepareTest, SurvivesFiles) {
  const auto parsed = Program::Parse(TinyOps(), program_.Serialize());
  EXPECT_EQ(PrintText(*parsed), PrintText(program_));
}

TEST_F(PrepareTest, NamesDoNotHideOthers) {
  EXPECT_ERROR(AddDerived(&program_, "d"), AlreadyExists, "'d'");
  EXPECT_ERROR(AddDerived(&program_, "nowhere"), NotFound, "nowhere");
}

TEST_F(PrepareTest, RefusesWritersOfDerivedVariablesAndSources) {
  Program other(TinyOps());
  program_.AppendOp(0, Update("d", "x"));
  ExpectRefused("writes 'd', which the prepare block computes");
  block(0)->mutable_ops()->RemoveLast();
  program_.Changed();
  program_.AppendOp(0, Update("w", "x"));
  ExpectRefused("writes 'w', which the prepare block reads");
}

TEST_F(PrepareTest, RefusesOperatorsThatDoMoreThanCompute) {
  program_.AppendOp(prepare_, Print("half"));
  ExpectRefused("tiny_print of the prepare block does not only compute");
}

TEST_F(PrepareTest, RefusesSourcesThatDoNotLast) {
  program_.AppendOp(prepare_, Scale("x", "more"));
  ExpectRefused("reads 'x', which is not persistable");
}

TEST_F(PrepareTest, RefusesUpdatesOfSources) {
  program_.AppendOp(prepare_, Update("w", "half"));
  ExpectRefused("of the prepare block writes 'w'");
}

TEST_F(PrepareTest, RefusesDerivedVariablesThatNobodyComputes) {
  block(0)->mutable_vars(1)->set_derived(true);
  ExpectRefused("variable 'w' of block 0 is derived, but not a result");
}

TEST_F(PrepareTest, RefusesResultsOfAnotherShape) {
  block(prepare_)->mutable_vars(1)->set_dims(0, 3);
  ExpectRefused("result 'd' of the prepare block");
}

TEST_F(PrepareTest, RefusesResultsThatNobodyWrites) {
  block(prepare_)->mutable_ops()->RemoveLast();
  ExpectRefused("no operator of the prepare block writes its result 'e'");
}

TEST_F(PrepareTest, RefusesArgumentsThatAreDerived) {
  block(0)->add_arguments("d");
  ExpectRefused("argument 'd' of the program is computed by the prepare block");
}

TEST_F(PrepareTest, RefusesABlockThatIsNone) {
  for (int index : {-1, 2, 1000}) {
    program_.mutable_desc()->set_prepare_block(index);
    ExpectRefused("the prepare block is block");
  }
}

TEST_F(PrepareTest, RefusesAnOwner) {
  program_.AppendOp(0, Loop({"x"}, {"l"}, prepare_));
  ExpectRefused("tiny_loop owns the prepare block");
}

}  // namespace
}  // namespace paddle::framework::testing
