#include "paddle/framework/passes/block_facts.h"

#include "gtest/gtest.h"

#include "paddle/framework/registry/testing/tiny_ops.h"

namespace paddle::framework::testing {
namespace {

class BlockFactsTest : public ::testing::Test {
 protected:
  BlockFactsTest() : program_(TinyOps()) {
    AddFeed(&program_, "x", {2});
    AddParameter(&program_, "w", {2});
  }

  // True if the last operator of the global block is pure.
  bool LastIsPure() const {
    const ProgramFacts facts(program_);
    const int last = program_.global_block().desc().ops_size() - 1;
    return facts.Block(0).IsPure(last);
  }

  Program program_;
};

TEST_F(BlockFactsTest, OperatorsThatOnlyComputeArePure) {
  program_.AppendOp(0, Scale("w", "y"));
  EXPECT_TRUE(LastIsPure());
}

TEST_F(BlockFactsTest, EffectsUpdatesBlocksAndRandomNumbersAreNot) {
  program_.AppendOp(0, Print("x"));
  EXPECT_FALSE(LastIsPure());
  program_.AppendOp(0, Update("w", "x"));
  EXPECT_FALSE(LastIsPure());
  program_.AppendOp(0, Loop({"x"}, {"z"}, program_.AddBlock(0)));
  EXPECT_FALSE(LastIsPure());
  program_.AppendOp(0, MakeOp("uniform_random", {}, {{"Out", {"r"}}},
                              {{"shape", std::vector<int64_t>{2}}}));
  EXPECT_FALSE(LastIsPure());
}

TEST_F(BlockFactsTest, OperatorsOfAttributesOfARunAreNot) {
  const AttributeMap shape{{"shape", std::vector<int64_t>{2, 1}}};
  program_.AppendOp(
      0, MakeOp("reshape", {{"X", {"x"}}}, {{"Out", {"column"}}}, shape));
  EXPECT_TRUE(LastIsPure());
  AddFeed(&program_, "sizes", {2})->set_dtype(proto::INT64);
  program_.AppendOp(
      0, MakeOp("reshape", {{"X", {"x"}}, {"ShapeTensor", {"sizes"}}},
                {{"Out", {"other"}}}, shape));
  EXPECT_FALSE(LastIsPure());
}

TEST_F(BlockFactsTest, WhatIsWrittenMayNotComeFromElsewhere) {
  AddData(&program_, "state", {2})->set_persistable(true);
  program_.AppendOp(0, Scale("x", "state"));
  EXPECT_FALSE(LastIsPure());
  program_.AppendOp(0, Scale("x", "fed"));
  EXPECT_TRUE(LastIsPure());
  program_.mutable_desc()->add_feeds("fed");
  EXPECT_FALSE(LastIsPure());
}

TEST_F(BlockFactsTest, WhatIsUpdatedLaterIsNotPure) {
  program_.AppendOp(0, Scale("x", "y"));
  program_.AppendOp(0, Update("y", "x"));
  EXPECT_FALSE(ProgramFacts(program_).Block(0).IsPure(0));
}

TEST_F(BlockFactsTest, ResultsFetchesAndOtherBlocksSee) {
  const int body = program_.AddBlock(0);
  AddData(&program_, "h", {2}, body);
  program_.block(body).mutable_desc()->add_arguments("h");
  program_.AppendOp(0, Scale("x", "captured"));
  program_.AppendOp(body, Sum({"h", "captured"}, "result"));
  program_.AppendOp(body, Scale("h", "inner"));
  program_.AppendOp(0, Scale("x", "given_back"));
  program_.block(body).mutable_desc()->add_results("result");
  program_.block(body).mutable_desc()->add_results("given_back");
  program_.AppendOp(0, Loop({"x"}, {"y"}, body));
  program_.AppendOp(0, Scale("y", "z"));
  program_.mutable_desc()->add_fetches("z");
  const ProgramFacts facts(program_);
  EXPECT_EQ(facts.num_blocks(), 2);
  const BlockFacts global = facts.Block(0), inner = facts.Block(body);
  EXPECT_TRUE(global.IsSeenOutside("captured"));
  EXPECT_TRUE(global.IsSeenOutside("given_back"));
  EXPECT_TRUE(global.IsSeenOutside("z"));
  EXPECT_FALSE(global.IsSeenOutside("y"));
  EXPECT_TRUE(inner.IsSeenOutside("h"));
  EXPECT_TRUE(inner.IsSeenOutside("result"));
  EXPECT_FALSE(inner.IsSeenOutside("inner"));
}

}  // namespace
}  // namespace paddle::framework::testing
