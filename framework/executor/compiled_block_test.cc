#include "paddle/framework/executor/compiled_block.h"

#include <memory>
#include <utility>

#include "gtest/gtest.h"

#include "paddle/framework/executor/testing/test_ops.h"

namespace paddle::framework {
namespace {

TEST(CompiledBlockTest, ShowsItsContents) {
  const auto program = testing::NewProgram();
  CompiledBlock::Contents contents;
  contents.program = program;
  contents.block_index = program->AddBlock(0);
  contents.counter = "runs";
  contents.slots.resize(2);
  contents.slot_index = {{"a", 0}, {"b", 1}};
  contents.external_slots = {1};
  const CompiledBlock block(std::move(contents));
  EXPECT_EQ(block.FindSlot("b"), 1);
  EXPECT_EQ(block.FindSlot("c"), -1);
  EXPECT_EQ(block.external_slots().size(), 1u);
  EXPECT_EQ(block.counter(), "runs");
  EXPECT_EQ(&block.table(), &program->block(1));
  EXPECT_EQ(&block.program(), program.get());
}

}  // namespace
}  // namespace paddle::framework
