#include "paddle/framework/ir/use_def.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include "paddle/framework/registry/testing/tiny_ops.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

using testing::AddData;
using testing::AddParameter;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::Loop;
using testing::Print;
using testing::Scale;
using testing::Sum;
using testing::TinyOps;
using testing::Update;

TEST(UseDefTest, ReadersAndWriters) {
  Program program(TinyOps());
  AddParameter(&program, "w", {2});
  program.AppendOp(0, Scale("w", "a"));       // 0
  program.AppendOp(0, Update("w", "a"));      // 1
  program.AppendOp(0, Sum({"w", "w"}, "b"));  // 2
  const UseDef uses(program.desc(), 0);
  EXPECT_EQ(uses.num_ops(), 3);
  EXPECT_THAT(uses.reads(2), ElementsAre("w"));
  EXPECT_THAT(uses.writes(1), ElementsAre("w"));
  EXPECT_THAT(uses.readers("w"), ElementsAre(0, 1, 2));
  EXPECT_THAT(uses.writers("w"), ElementsAre(1));
  EXPECT_THAT(uses.readers("nobody"), IsEmpty());
  EXPECT_TRUE(uses.Reads(1, "a"));
  EXPECT_FALSE(uses.Writes(1, "a"));
  EXPECT_EQ(uses.WriterBefore("w", 1), -1);
  EXPECT_EQ(uses.WriterBefore("w", 2), 1);
  EXPECT_EQ(uses.LastUse("w"), 2);
  EXPECT_EQ(uses.LastUse("a"), 1);
  EXPECT_EQ(uses.LastUse("b"), 2);
  EXPECT_EQ(uses.LastUse("nobody"), -1);
}

TEST(UseDefTest, BlocksCountForTheirOwner) {
  Program program(TinyOps());
  AddParameter(&program, "w", {2});
  AddParameter(&program, "v", {2});
  AddData(&program, "x", {2});
  const int outer = program.AddBlock(0);
  const int inner = program.AddBlock(outer);
  AddData(&program, "h", {2}, outer);
  program.AppendOp(inner, Sum({"w", "h"}, "local"));
  program.AppendOp(inner, Update("v", "local"));
  program.AppendOp(outer, Loop({"h"}, {"k"}, inner));
  program.AppendOp(0, Loop({"x"}, {"y"}, outer));
  const std::vector<Captures> captures = FindCaptures(program.desc());
  EXPECT_THAT(captures[inner].reads, ElementsAre("w", "h", "v"));
  EXPECT_THAT(captures[inner].writes, ElementsAre("v"));
  EXPECT_THAT(captures[outer].reads, ElementsAre("w", "v"));
  EXPECT_THAT(captures[0].reads, IsEmpty());
  const UseDef uses(program.desc(), 0);
  EXPECT_THAT(uses.reads(0), ElementsAre("x", "w", "v"));
  EXPECT_THAT(uses.writes(0), ElementsAre("y", "v"));
  EXPECT_THAT(UseDef(program.desc().blocks(0)).reads(0), ElementsAre("x"));
}

TEST(UseDefTest, ResultsFromOutsideAndForwardBlocks) {
  Program program(TinyOps());
  AddParameter(&program, "w", {2});
  const int body = program.AddBlock(0);
  AddData(&program, "h", {2}, body);
  program.block(body).mutable_desc()->add_results("w");
  const int gradient = program.AddBlock(0, body);
  program.AppendOp(gradient, Print("h"));
  const std::vector<Captures> captures = FindCaptures(program.desc());
  EXPECT_THAT(captures[body].reads, ElementsAre("w"));
  EXPECT_THAT(captures[gradient].reads, IsEmpty());
}

TEST(UseDefTest, DeepNestingIsNoProblem) {
  constexpr int kDepth = 20000;
  proto::ProgramDesc program;
  for (int i = 0; i < kDepth; ++i) {
    proto::BlockDesc* block = program.add_blocks();
    block->set_index(i);
    block->set_parent(i - 1);
    block->set_forward_block(-1);
    if (i + 1 < kDepth) {
      *block->add_ops() = Loop({}, {}, i + 1);
    } else {
      *block->add_ops() = Print("x");
    }
  }
  EXPECT_THAT(UseDef(program, 0).reads(0), ElementsAre("x"));
}

TEST(UseDefTest, RefusesBlocksThatOwnThemselves) {
  for (int owned : {0, 2, -5}) {
    proto::ProgramDesc program;
    program.add_blocks();
    *program.add_blocks()->add_ops() = Loop({}, {}, owned == 0 ? 1 : owned);
    EXPECT_ERROR(FindCaptures(program), InvalidArgument,
                 "operator tiny_loop of block 1 owns block");
  }
}

}  // namespace
}  // namespace paddle::framework
