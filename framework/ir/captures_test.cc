#include "paddle/framework/ir/captures.h"

#include "gmock/gmock-more-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/registry/testing/tiny_ops.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(CapturesTest, BlocksCountForTheirOwner) {
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
  const proto::OpDesc& loop = program.desc().blocks(0).ops(0);
  EXPECT_THAT(TouchedBy(loop, captures).reads, ElementsAre("x", "w", "v"));
  EXPECT_THAT(TouchedBy(loop, captures).writes, ElementsAre("y", "v"));
  EXPECT_THAT(TouchedBy(loop, {}).reads, ElementsAre("x"));
}

TEST(CapturesTest, ResultsFromOutsideAndForwardBlocks) {
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

TEST(CapturesTest, DeepNestingIsNoProblem) {
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
  EXPECT_THAT(FindCaptures(program)[0].reads, ElementsAre("x"));
}

TEST(CapturesTest, RefusesBlocksThatOwnThemselves) {
  for (int owned : {0, 2, -5}) {
    proto::ProgramDesc program;
    program.add_blocks();
    *program.add_blocks()->add_ops() = Loop({}, {}, owned == 0 ? 1 : owned);
    EXPECT_ERROR(FindCaptures(program), InvalidArgument,
                 "operator tiny_loop of block 1 owns block");
  }
}

}  // namespace
}  // namespace paddle::framework::testing
