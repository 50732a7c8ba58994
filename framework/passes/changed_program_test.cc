#include "paddle/framework/passes/changed_program.h"

#include <memory>

#include "gtest/gtest.h"

#include "paddle/framework/registry/testing/tiny_ops.h"

namespace paddle::framework {
namespace {

TEST(ChangedProgram, IsTheProgramUnlessItIsChanged) {
  const auto program = std::make_shared<const Program>(testing::TinyOps());
  ChangedProgram changed(program);
  EXPECT_FALSE(changed.made());
  EXPECT_EQ(changed.Finish(), program);
}

TEST(ChangedProgram, CopiesOnceAndDropsWhatNothingNeeds) {
  const auto program = std::make_shared<const Program>(testing::TinyOps());
  ChangedProgram changed(program);
  Program* const copy = changed.get();
  EXPECT_EQ(changed.get(), copy);
  copy->global_block().Var("unread");
  EXPECT_TRUE(changed.made());
  const auto finished = changed.Finish();
  EXPECT_NE(finished, program);
  EXPECT_EQ(finished->global_block().FindVar("unread"), nullptr);
}

}  // namespace
}  // namespace paddle::framework
