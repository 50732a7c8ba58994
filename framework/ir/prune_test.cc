#include "paddle/framework/ir/prune.h"

#include "gmock/gmock-more-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/ir/verify.h"
#include "paddle/framework/registry/testing/tiny_ops.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// The outputs (for a print: the input) of the operators of a block.
NameList OpsOf(const proto::BlockDesc& block) {
  NameList names;
  for (const proto::OpDesc& op : block.ops()) {
    names.push_back(op.outputs().empty() ? "print " + InputNames(op)[0]
                                         : OutputNames(op)[0]);
  }
  return names;
}

NameList PrunedOps(const Program& program, const NameList& feeds,
                   const NameList& targets, KeepSet keep = KeepSet::kTargets) {
  auto pruned = Prune(program, 0, feeds, targets, keep);
  Verify(*pruned);
  return OpsOf(pruned->desc().blocks(0));
}

NameList VarsOf(const proto::BlockDesc& block) {
  NameList names;
  for (const proto::VarDesc& var : block.vars()) names.push_back(var.name());
  return names;
}

// A step of training: before = 2 w; g = x y; w -= g; after = 2 w; print y.
class PruneTest : public ::testing::Test {
 protected:
  PruneTest() : program_(TinyOps()) {
    AddFeed(&program_, "x", {2, 2});
    AddParameter(&program_, "w", {2, 2});
    program_.AppendOp(0, Mul("x", "w", "y"));
    program_.AppendOp(0, Scale("w", "before"));
    program_.AppendOp(0, Scale("y", "g"));
    program_.AppendOp(0, Update("w", "g"));
    proto::OpDesc last = Scale("w", "after");
    last.set_name("the last");
    program_.AppendOp(0, last);
    program_.AppendOp(0, Print("y"));
  }

  Program program_;
};

TEST_F(PruneTest, KeepsWhatTheTargetsNeed) {
  EXPECT_THAT(PrunedOps(program_, {}, {"y"}), ElementsAre("y"));
  EXPECT_THAT(PrunedOps(program_, {}, {"g"}), ElementsAre("y", "g"));
  EXPECT_THAT(PrunedOps(program_, {}, {}), IsEmpty());
}

TEST_F(PruneTest, AReadBeforeAnUpdateDoesNotNeedIt) {
  EXPECT_THAT(PrunedOps(program_, {}, {"before"}), ElementsAre("before"));
}

TEST_F(PruneTest, AReadAfterAnUpdateNeedsIt) {
  EXPECT_THAT(PrunedOps(program_, {}, {"after"}),
              ElementsAre("y", "g", "w", "after"));
  EXPECT_THAT(PrunedOps(program_, {}, {"w"}), ElementsAre("y", "g", "w"));
}

TEST_F(PruneTest, FeedsAreCutPoints) {
  EXPECT_THAT(PrunedOps(program_, {"y"}, {"g"}), ElementsAre("g"));
  EXPECT_THAT(PrunedOps(program_, {"g"}, {"after"}), ElementsAre("w", "after"));
}

TEST_F(PruneTest, AnUpdateOfAFeedIsNoCutPoint) {
  EXPECT_THAT(PrunedOps(program_, {"w", "g"}, {"after"}),
              ElementsAre("w", "after"));
}

TEST_F(PruneTest, WhatWritesAFeedIsNotNeededForItsUpdate) {
  AddData(&program_, "s", {2, 2});
  program_.AppendOp(0, Scale("w", "s"));
  program_.AppendOp(0, Update("s", "w"));
  program_.AppendOp(0, Scale("s", "z"));
  const NameList updated = {"y", "g", "w", "s", "s", "z"};
  EXPECT_EQ(PrunedOps(program_, {}, {"z"}), updated);
  EXPECT_THAT(PrunedOps(program_, {"s"}, {"z"}),
              ElementsAre("y", "g", "w", "s", "z"));
}

TEST_F(PruneTest, LastingEffectsStayOnRequest) {
  EXPECT_THAT(PrunedOps(program_, {}, {"before"}, KeepSet::kLastingEffects),
              ElementsAre("y", "before", "g", "w", "print y"));
  EXPECT_THAT(PrunedOps(program_, {}, {}, KeepSet::kLastingEffects),
              ElementsAre("y", "g", "w", "print y"));
}

TEST_F(PruneTest, OperatorsAsTargets) {
  EXPECT_THAT(PrunedOps(program_, {}, {"the last"}),
              ElementsAre("y", "g", "w", "after"));
  EXPECT_THAT(PrunedOps(program_, {}, {"#6"}), ElementsAre("y", "print y"));
}

TEST_F(PruneTest, KeepsVariablesThatAreMentioned) {
  AddFeed(&program_, "label", {2, 1});
  auto pruned = Prune(program_, 0, {"x", "label"}, {"y"});
  EXPECT_THAT(VarsOf(pruned->desc().blocks(0)),
              ElementsAre("x", "w", "y", "label"));
  EXPECT_THAT(pruned->desc().feeds(), ElementsAre("x", "label"));
  EXPECT_THAT(pruned->desc().fetches(), ElementsAre("y"));
  EXPECT_EQ(pruned->desc().blocks(0).ops(0).id(), 1);
  EXPECT_EQ(program_.desc().blocks(0).ops_size(), 6);
}

TEST_F(PruneTest, NamesTheNearestForABadTarget) {
  EXPECT_ERROR(Prune(program_, 0, {}, {"befor"}), NotFound,
               "no variable or operator is called 'befor' in block 0; did you "
               "mean before?");
  EXPECT_ERROR(Prune(program_, 0, {"z"}, {"y"}), NotFound,
               "no variable is called 'z'");
  EXPECT_ERROR(Prune(program_, 0, {}, {"#77"}), NotFound, "'#77'");
  EXPECT_ERROR(Prune(program_, 0, {}, {""}), NotFound, "''");
  EXPECT_ERROR(Prune(program_, 4, {}, {"y"}), OutOfRange, "block 4");
}

TEST_F(PruneTest, OneBlockAlone) {
  const proto::BlockDesc pruned = Prune(program_.desc().blocks(0), {"after"});
  EXPECT_THAT(OpsOf(pruned), ElementsAre("y", "g", "w", "after"));
  EXPECT_THAT(VarsOf(pruned), ElementsAre("x", "w", "y", "g", "after"));
  EXPECT_ERROR(Prune(program_.desc().blocks(0), {"afte"}), NotFound,
               "did you mean after?");
}

// A loop whose body computes a result, something nobody needs, and a print.
class PruneBlocksTest : public ::testing::Test {
 protected:
  PruneBlocksTest() : program_(TinyOps()) {
    AddFeed(&program_, "x", {2, 2});
    AddParameter(&program_, "w", {2, 2});
    AddParameter(&program_, "v", {2, 2});
    program_.AppendOp(0, Scale("x", "only_for_the_print"));
    unused_ = program_.AddBlock(0);
    program_.AppendOp(unused_, Scale("x", "u"));
    program_.AppendOp(0, Loop({"x"}, {"unused"}, unused_));
    body_ = program_.AddBlock(0);
    proto::BlockDesc* desc = program_.block(body_).mutable_desc();
    AddData(&program_, "h", {2, 2}, body_);
    desc->add_arguments("h");
    program_.AppendOp(body_, Mul("h", "w", "next"));
    program_.AppendOp(body_, Mul("h", "v", "waste"));
    program_.AppendOp(body_, Print("only_for_the_print"));
    desc->add_results("next");
    program_.AppendOp(0, Loop({"x"}, {"y"}, body_));
  }

  Program program_;
  int unused_ = 0;
  int body_ = 0;
};

TEST_F(PruneBlocksTest, PrunesInside) {
  auto pruned = Prune(program_, 0, {}, {"y"});
  Verify(*pruned);
  EXPECT_THAT(OpsOf(pruned->desc().blocks(0)), ElementsAre("y"));
  ASSERT_EQ(pruned->num_blocks(), 2);
  EXPECT_THAT(OpsOf(pruned->desc().blocks(1)), ElementsAre("next"));
  EXPECT_THAT(BlocksOf(pruned->desc().blocks(0).ops(0)), ElementsAre(1));
  EXPECT_THAT(VarsOf(pruned->desc().blocks(0)), ElementsAre("x", "w", "y"));
}

TEST_F(PruneBlocksTest, EffectsInsideCountForTheOwner) {
  auto pruned = Prune(program_, 0, {}, {}, KeepSet::kLastingEffects);
  Verify(*pruned);
  EXPECT_THAT(OpsOf(pruned->desc().blocks(0)),
              ElementsAre("only_for_the_print", "y"));
  EXPECT_THAT(OpsOf(pruned->desc().blocks(1)),
              ElementsAre("next", "print only_for_the_print"));
}

TEST_F(PruneBlocksTest, ABlockByItself) {
  int index = -1;
  auto pruned =
      Prune(program_, body_, {}, {"waste"}, KeepSet::kTargets, &index);
  Verify(*pruned);
  EXPECT_EQ(index, 1);
  EXPECT_THAT(OpsOf(pruned->desc().blocks(index)), ElementsAre("waste"));
  EXPECT_THAT(OpsOf(pruned->desc().blocks(0)), IsEmpty());
  EXPECT_NE(pruned->block(index).FindVar("v"), nullptr);
}

TEST_F(PruneBlocksTest, AForwardBlockKeepsWhatItsGradientReads) {
  const int gradient = program_.AddBlock(0, body_);
  program_.AppendOp(gradient, Scale("waste", "waste@GRAD"));
  program_.block(gradient).mutable_desc()->add_results("waste@GRAD");
  program_.AppendOp(0, Loop({"y"}, {"x@GRAD"}, gradient));
  auto with = Prune(program_, 0, {}, {"x@GRAD"});
  Verify(*with);
  ASSERT_EQ(with->num_blocks(), 3);
  EXPECT_THAT(OpsOf(with->desc().blocks(1)), ElementsAre("next", "waste"));
  auto without = Prune(program_, 0, {}, {"y"});
  Verify(*without);
  ASSERT_EQ(without->num_blocks(), 2);
  EXPECT_THAT(OpsOf(without->desc().blocks(1)), ElementsAre("next"));
}

TEST(PruneStartupTest, EveryParameterIsALastingEffect) {
  Program program(TinyOps());
  AddParameter(&program, "w", {2});
  program.AppendOp(0, Fill("w", {2}));
  program.AppendOp(0, Fill("waste", {2}));
  EXPECT_THAT(PrunedOps(program, {}, {}, KeepSet::kLastingEffects),
              ElementsAre("w"));
}

}  // namespace
}  // namespace paddle::framework::testing
