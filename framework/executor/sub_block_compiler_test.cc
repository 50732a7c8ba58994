#include "paddle/framework/executor/sub_block_compiler.h"

#include <string>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/executor/scoped_run.h"
#include "paddle/framework/executor/testing/sub_block_fixture.h"
#include "paddle/framework/executor/testing/test_ops.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework::testing {
namespace {

using Storage = CompiledBlock::Storage;
using ::testing::ElementsAre;

using SubBlockCompilerTest = SubBlockFixture;

// An outer variable that a block updates has memory of its own by then.
TEST_F(SubBlockCompilerTest, AnUpdatedCaptureIsNotTheCallersMemory) {
  const int inner = NewBlock(block_, {"i"});
  Update(inner, "c", "i");
  Results(inner, {"i"});
  Repeat(inner, 1, {"a"}, {"c"}, {"b"}, block_);
  Results(block_, {"b"});
  Repeat(block_, 2);
  const LoDTensor mine = scope_->FindVar("c")->Get<LoDTensor>();
  const auto frames = Compile();
  EXPECT_TRUE(frames->block().slots()[frames->block().FindSlot("c")].written);
  EXPECT_TRUE(frames->block().writes_scope());
  RunOnScope(frames.get(), scope_.get());
  EXPECT_THAT(Values("c"), ElementsAre(8, 16));
  EXPECT_THAT(ValuesOf(mine), ElementsAre(10, 20));
}

TEST_F(SubBlockCompilerTest, StorageFollowsFromTheBoundary) {
  Add(block_, "a", "c", "h");
  Plus(block_, "h", "b");
  Plus(block_, "b", "saved");
  Results(block_, {"b"});
  const int gradient = NewBlock(0, {}, block_);
  Plus(gradient, "saved", "seen");
  const auto block =
      CompileSubBlock(program_, block_, platform::CPUPlace(), true);
  const auto storage_of = [&](const char* name) {
    return block->slots()[block->FindSlot(name)].storage;
  };
  EXPECT_EQ(storage_of("a"), Storage::kInput);
  EXPECT_EQ(storage_of("c"), Storage::kCaptured);
  EXPECT_EQ(storage_of("h"), Storage::kIntermediate);
  EXPECT_EQ(storage_of("b"), Storage::kOutput);
  EXPECT_EQ(storage_of("saved"), Storage::kOutput);
  const CompiledBlock::Boundary& boundary = block->boundary();
  EXPECT_THAT(boundary.arguments, ElementsAre(block->FindSlot("a")));
  EXPECT_THAT(boundary.results, ElementsAre(block->FindSlot("b")));
  EXPECT_THAT(boundary.saved, ElementsAre(block->FindSlot("saved")));
  EXPECT_TRUE(boundary.has_gradient);
}

TEST_F(SubBlockCompilerTest, GradientBlocksAreGivenWhatTheyReadOfTheForward) {
  Plus(block_, "a", "h");
  const int gradient = NewBlock(0, {"g"}, block_);
  Add(gradient, "g", "h", "sum");
  Results(gradient, {"sum"});
  const auto block =
      CompileSubBlock(program_, gradient, platform::CPUPlace(), true);
  const int link = block->FindSlot("h");
  EXPECT_THAT(block->boundary().forward_links, ElementsAre(link));
  EXPECT_EQ(block->slots()[link].storage, Storage::kInput);
  EXPECT_FALSE(block->boundary().has_gradient);
}

TEST_F(SubBlockCompilerTest, BlocksNestAHundredDeep) {
  std::vector<int> blocks = {block_};
  while (blocks.size() < 101) {
    blocks.push_back(NewBlock(blocks.back(), {"a"}));
  }
  const auto own = [&](size_t i) {  // block i runs the one inside it
    const std::string out = "b" + std::to_string(i);
    Repeat(blocks[i + 1], 1, {"a"}, {}, {out}, blocks[i]);
    Results(blocks[i], {out});
  };
  Plus(blocks[99], "a", "b");
  Results(blocks[99], {"b"});
  for (int i = 98; i >= 0; --i) own(i);
  Repeat(block_, 1, {"x"}, {});
  EXPECT_THAT(Run(), ElementsAre(2, 3));
  program_->block(blocks[99]).mutable_desc()->clear_ops();
  program_->block(blocks[99]).mutable_desc()->clear_results();
  program_->Changed();
  Plus(blocks[100], "a", "innermost");
  Results(blocks[100], {"innermost"});
  own(99);
  EXPECT_ERROR(Compile(), Unimplemented,
               "blocks are nested 101 deep, more than 100");
}

TEST_F(SubBlockCompilerTest, ANameInNoSlot) {
  Add(block_, "a", "c", "b");
  Results(block_, {"b"});
  Repeat(block_, 1, {"x"}, {"x"});
  EXPECT_ERROR(Compile(), InvalidArgument,
               "a block of operator test_repeat uses 'c', which is in no slot "
               "of the operator");
}

TEST_F(SubBlockCompilerTest, AnEmptyPlaceInASlot) {
  Plus(block_, "a", "b");
  Results(block_, {"b"});
  Repeat(block_, 1);
  auto* op = program_->global_block().mutable_desc()->mutable_ops(0);
  SetInput(op, "X", {""});
  EXPECT_ERROR(Compile({}), InvalidArgument,
               "slot X of operator test_repeat has an empty place");
  SetInput(op, "X", {"x"});
  SetOutput(op, "StepScopes", {""});
  EXPECT_ERROR(Compile({}), InvalidArgument,
               "slot StepScopes of operator test_repeat has an empty place");
}

TEST_F(SubBlockCompilerTest, ALocalVariableThatNobodyComputes) {
  program_->block(block_).Var("never")->set_dtype(proto::FLOAT32);
  program_->block(block_).Var("never")->add_dims(2);
  Add(block_, "a", "never", "b");
  Results(block_, {"b"});
  Repeat(block_, 1);
  EXPECT_ERROR(Compile(), InvalidArgument,
               "variable 'never' of block 1 is neither an argument of it nor "
               "computed there");
}

}  // namespace
}  // namespace paddle::framework::testing
