#include "paddle/framework/executor/arena_layout.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/executor/block_compiler.h"
#include "paddle/framework/executor/testing/test_ops.h"

namespace paddle::framework::testing {
namespace {

class ArenaLayoutTest : public ::testing::Test {
 protected:
  // Lays the block out with tensors of 16 floats, 64 bytes, but for one.
  void LayOut(const std::string& other = "", int64_t size = 16) {
    block_ = BlockCompiler(program_, 0, {}).Compile();
    std::vector<SlotShape> shapes(block_->slots().size());
    for (SlotShape& shape : shapes) shape.dims = Dims({16});
    if (!other.empty()) shapes[block_->FindSlot(other)].dims = Dims({size});
    layout_ = LayOutArena(*block_, shapes);
  }
  size_t OffsetOf(const std::string& name) const {
    const auto& slots = layout_.slots;
    const auto found =
        std::find(slots.begin(), slots.end(), block_->FindSlot(name));
    return layout_.offsets.at(found - slots.begin());
  }

  const std::shared_ptr<Program> program_ = NewProgram();
  std::shared_ptr<const CompiledBlock> block_;
  ArenaLayout layout_;
};

TEST_F(ArenaLayoutTest, AChainIsComputedInPlace) {
  Fill(program_.get(), "a", {16}, 1);
  Plus(program_.get(), "a", "b", 1);
  Plus(program_.get(), "b", "c", 1);
  LayOut();
  EXPECT_EQ(layout_.bytes, 64u);
  EXPECT_EQ(OffsetOf("a"), OffsetOf("c"));
  EXPECT_EQ(layout_.lower_bound, 64u);
  EXPECT_THAT(
      layout_.in_place_of,
      ::testing::ElementsAre(-1, block_->FindSlot("a"), block_->FindSlot("b")));
}

TEST_F(ArenaLayoutTest, WhatIsReadLaterIsNotTakenOver) {
  Fill(program_.get(), "a", {16}, 1);
  Plus(program_.get(), "a", "b", 1);
  Add(program_.get(), "a", "b", "c");
  LayOut();
  EXPECT_NE(OffsetOf("a"), OffsetOf("b"));
}

TEST_F(ArenaLayoutTest, AnotherSizeIsNotTakenOver) {
  Fill(program_.get(), "a", {16}, 1);
  Plus(program_.get(), "a", "b", 1);
  LayOut("b", 32);
  EXPECT_EQ(layout_.bytes, 3 * 64u);
  EXPECT_NE(OffsetOf("a"), OffsetOf("b"));
}

TEST_F(ArenaLayoutTest, OnlyPlannedInstructionsCount) {
  Fill(program_.get(), "a", {16}, 1);
  program_->AppendOp(0,
                     MakeOp("test_nonzero", {{"X", {"a"}}}, {{"Out", {"n"}}}));
  LayOut();
  EXPECT_THAT(layout_.slots, ::testing::ElementsAre(block_->FindSlot("a")));
}

}  // namespace
}  // namespace paddle::framework::testing
