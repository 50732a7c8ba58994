#include "paddle/framework/executor/slot_liveness.h"

#include <memory>
#include <string>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/executor/block_compiler.h"
#include "paddle/framework/executor/testing/test_ops.h"

namespace paddle::framework::testing {
namespace {

using ::testing::ElementsAre;

class SlotLivenessTest : public ::testing::Test {
 protected:
  void Compile(bool plan_memory = true) {
    CompileOptions options;
    options.targets = {"y"};
    options.plan_memory = plan_memory;
    block_ = BlockCompiler(program_, 0, options).Compile();
  }
  const CompiledBlock::Slot& Of(const std::string& name) const {
    return block_->slots()[block_->FindSlot(name)];
  }
  const CompiledBlock::Instruction& At(int i) const {
    return block_->instructions()[i];
  }

  const std::shared_ptr<Program> program_ = NewProgram();
  std::shared_ptr<const CompiledBlock> block_;
};

TEST_F(SlotLivenessTest, FirstWriterAndLastUse) {
  Fill(program_.get(), "a", {1}, 1);
  Plus(program_.get(), "a", "b", 1);
  Add(program_.get(), "a", "b", "y");
  Compile();
  EXPECT_EQ(Of("a").first_writer, 0);
  EXPECT_EQ(Of("a").first_reader, -1);
  EXPECT_EQ(Of("a").last_use, 2);
  EXPECT_EQ(Of("y").last_use, 2);
}

TEST_F(SlotLivenessTest, WhatIsReadBeforeItIsWrittenComesFromOutside) {
  AddPersistable(program_.get(), "w", {1});
  Fill(program_.get(), "g", {1}, 1);
  Update(program_.get(), "w", "g");
  Plus(program_.get(), "w", "y", 1);
  Compile();
  EXPECT_EQ(Of("w").first_reader, 1);
  EXPECT_EQ(Of("w").last_use, 2);
  EXPECT_TRUE(Of("w").written);
  EXPECT_THAT(block_->external_slots(), ElementsAre(block_->FindSlot("w")));
  EXPECT_THAT(block_->updated_slots(), ElementsAre(block_->FindSlot("w")));
}

TEST_F(SlotLivenessTest, ADiscardedWriteIsNoneOfTheFeed) {
  Fill(program_.get(), "a", {1}, 1);
  Plus(program_.get(), "a", "y", 1);
  CompileOptions options;
  options.targets = {"y"};
  options.feeds = {"a"};
  options.own_scope = true;
  block_ = BlockCompiler(program_, 0, options).Compile();
  EXPECT_EQ(Of("a").first_reader, 1);
  EXPECT_EQ(Of("a").first_writer, -1);
  EXPECT_FALSE(Of("a").written);
  const CompiledBlock::Slot& discarded = block_->slots()[At(0).slots.back()];
  EXPECT_TRUE(discarded.discarded);
  EXPECT_EQ(discarded.first_reader, -1);
  EXPECT_EQ(discarded.last_use, 0);
}

TEST_F(SlotLivenessTest, OutputsAreSortedByWhoProvidesTheirMemory) {
  AddPersistable(program_.get(), "w", {1});
  Fill(program_.get(), "g", {1}, 1);
  Update(program_.get(), "w", "g");
  Plus(program_.get(), "w", "y", 1);
  Compile();
  EXPECT_THAT(At(0).arena_outputs, ElementsAre(block_->FindSlot("g")));
  EXPECT_THAT(At(0).allocated_outputs, ElementsAre());
  EXPECT_THAT(At(1).arena_outputs, ElementsAre());  // updates w in place
  EXPECT_THAT(At(1).allocated_outputs, ElementsAre());
  EXPECT_THAT(At(2).allocated_outputs, ElementsAre(block_->FindSlot("y")));
}

TEST_F(SlotLivenessTest, AnOutputMayTakeOverAnInputThatIsReadOnce) {
  Fill(program_.get(), "a", {1}, 1);
  Plus(program_.get(), "a", "y", 1);
  Compile();
  EXPECT_THAT(At(1).reuses, ElementsAre(std::make_pair(block_->FindSlot("y"),
                                                       block_->FindSlot("a"))));
}

TEST_F(SlotLivenessTest, OnlyWhatIsNotPlannedIsReleased) {
  Fill(program_.get(), "a", {1}, 1);
  Plus(program_.get(), "a", "b", 1);
  Plus(program_.get(), "b", "y", 1);
  Compile(/*plan_memory=*/false);
  EXPECT_EQ(block_->planned_end(), 0);
  EXPECT_THAT(At(1).releases, ElementsAre(block_->FindSlot("a")));
  EXPECT_THAT(At(2).releases, ElementsAre(block_->FindSlot("b")));
  Compile();
  EXPECT_EQ(block_->planned_end(), 3);
  EXPECT_THAT(At(1).releases, ElementsAre());
}

TEST_F(SlotLivenessTest, PlanningEndsAtTheFirstValueDependentOperator) {
  Fill(program_.get(), "a", {4}, 1);
  Plus(program_.get(), "a", "b", 1);
  program_->AppendOp(0,
                     MakeOp("test_nonzero", {{"X", {"b"}}}, {{"Out", {"n"}}}));
  Plus(program_.get(), "n", "y", 1);
  Compile();
  EXPECT_EQ(block_->planned_end(), 2);
}

}  // namespace
}  // namespace paddle::framework::testing
