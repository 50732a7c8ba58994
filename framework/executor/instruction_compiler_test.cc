#include "paddle/framework/executor/instruction_compiler.h"

#include <memory>
#include <utility>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/executor/testing/test_ops.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

class InstructionCompilerTest : public ::testing::Test {
 protected:
  InstructionCompilerTest() { contents_.program = program_; }

  void Compile(const NameList& feeds = {}) {
    CompileInstructions(feeds, /*sub_block=*/nullptr, &contents_);
  }

  const std::shared_ptr<Program> program_ = testing::NewProgram();
  CompiledBlock::Contents contents_;
};

TEST_F(InstructionCompilerTest, ArgumentsAreSlots) {
  testing::AddPersistable(program_.get(), "w", {1});
  testing::Plus(program_.get(), "w", "h", 1);
  testing::Add(program_.get(), "h", "w", "y");
  Compile();
  ASSERT_EQ(contents_.instructions.size(), 2u);
  EXPECT_THAT(contents_.instructions[0].slots, ::testing::ElementsAre(0, 1));
  EXPECT_THAT(contents_.instructions[1].slots, ::testing::ElementsAre(1, 0, 2));
  EXPECT_EQ(contents_.slots[0].name, "w");
  EXPECT_TRUE(contents_.slots[0].persistable);
  EXPECT_NE(contents_.instructions[0].op, nullptr);
}

TEST_F(InstructionCompilerTest, WhatIsWrittenToAFeedIsDiscarded) {
  testing::Fill(program_.get(), "a", {1}, 1);
  testing::Plus(program_.get(), "a", "y", 1);
  Compile({"a"});
  const int fed = contents_.slot_index.at("a");
  const int written = contents_.instructions[0].slots[0];
  EXPECT_NE(written, fed);
  EXPECT_TRUE(contents_.slots[written].discarded);
  EXPECT_EQ(contents_.instructions[1].slots[0], fed);
}

TEST_F(InstructionCompilerTest, AnUpdatedFeedIsOneSlot) {
  testing::AddPersistable(program_.get(), "w", {1});
  testing::Fill(program_.get(), "g", {1}, 1);
  testing::Update(program_.get(), "w", "g");
  Compile({"w"});
  const std::vector<int>& slots = contents_.instructions[1].slots;
  EXPECT_EQ(slots.front(), slots.back());
}

TEST_F(InstructionCompilerTest, SlotsAreAddedByName) {
  testing::AddPersistable(program_.get(), "w", {1});
  EXPECT_EQ(SlotOf("w", &contents_), 0);
  EXPECT_EQ(SlotOf("w", &contents_), 0);
  EXPECT_ERROR(SlotOf("v", &contents_), NotFound, "v");
}

TEST_F(InstructionCompilerTest, AMissingKernel) {
  testing::AddPersistable(program_.get(), "w", {1});
  program_->global_block().Var("w")->set_dtype(proto::INT8);
  testing::Plus(program_.get(), "w", "y", 1);
  EXPECT_ERROR(Compile(), Unimplemented,
               "test_plus has no kernel for CPU int8");
}

}  // namespace
}  // namespace paddle::framework
