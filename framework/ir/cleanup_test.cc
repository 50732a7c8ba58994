#include "paddle/framework/ir/cleanup.h"

#include <string>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/ir/verify.h"
#include "paddle/framework/registry/testing/tiny_ops.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework::testing {
namespace {

using ::testing::ElementsAre;

TEST(CleanupTest, DropsAndRenumbersBlocks) {
  Program program(TinyOps());
  AddData(&program, "x", {2});
  const int unused = program.AddBlock(0);
  const int body = program.AddBlock(0);
  program.AddBlock(unused);
  const int inner = program.AddBlock(body);
  program.AppendOp(body, Loop({"x"}, {"h"}, inner));
  program.AppendOp(0, Loop({"x"}, {"y"}, body));
  EXPECT_THAT(DropUnused(program.mutable_desc()), ElementsAre(0, -1, 1, -1, 2));
  program.Changed();
  Verify(program);
  EXPECT_EQ(program.num_blocks(), 3);
  EXPECT_THAT(BlocksOf(program.desc().blocks(0).ops(0)), ElementsAre(1));
  EXPECT_THAT(BlocksOf(program.desc().blocks(1).ops(0)), ElementsAre(2));
  EXPECT_EQ(program.desc().blocks(2).parent(), 1);
}

TEST(CleanupTest, KeepsForwardBlocksAndAncestors) {
  Program program(TinyOps());
  program.AddBlock(0);
  const int forward = program.AddBlock(0);
  const int outer = program.AddBlock(0);
  const int gradient = program.AddBlock(outer, forward);
  EXPECT_THAT(DropUnused(program.mutable_desc(), gradient),
              ElementsAre(0, -1, 1, 2, 3));
  EXPECT_EQ(program.desc().blocks(3).forward_block(), 1);
  EXPECT_EQ(program.desc().blocks(3).parent(), 2);
}

TEST(CleanupTest, DropsVariablesAndVersions) {
  Program program(TinyOps());
  for (const char* name : {"x", "feed", "fetch", "unused"}) {
    AddData(&program, name, {2});
  }
  program.mutable_desc()->add_feeds("feed");
  program.mutable_desc()->add_fetches("fetch");
  program.AppendOp(0, Scale("x", "y"));
  program.AppendOp(0, Print("x"));
  program.global_block().RemoveLastOp();
  DropUnused(program.mutable_desc());
  std::vector<std::string> names;
  for (const auto& var : program.desc().blocks(0).vars()) {
    names.push_back(var.name());
  }
  EXPECT_THAT(names, ElementsAre("x", "feed", "fetch", "y"));
  ASSERT_EQ(program.desc().op_versions_size(), 1);
  EXPECT_EQ(program.desc().op_versions(0).type(), "tiny_scale");
}

TEST(CleanupTest, RefusesABlockThatDoesNotExist) {
  proto::ProgramDesc program;
  program.add_blocks()->set_parent(-1);
  program.mutable_blocks(0)->set_forward_block(-1);
  *program.mutable_blocks(0)->add_ops() = Loop({}, {}, 7);
  EXPECT_ERROR(DropUnused(&program), InvalidArgument,
               "block 7 of a program of 1 blocks");
}

}  // namespace
}  // namespace paddle::framework::testing
