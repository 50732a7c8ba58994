#include "paddle/framework/layers/branch_blocks.h"

#include "gtest/gtest.h"

#include "paddle/framework/layers/basic.h"
#include "paddle/framework/layers/operators.h"
#include "paddle/framework/layers/parameter.h"
#include "paddle/framework/layers/testing/layer_test.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::layer {
namespace {

class BranchBlocksTest : public LayerTest {
 protected:
  const Variable x_ = data("x", {2, 3});
};

TEST_F(BranchBlocksTest, BlocksAreWrittenOneAfterTheOther) {
  BranchBlocks blocks("an", "ifelse");
  BranchBlocks::Branch& first = blocks.Begin();
  EXPECT_EQ(blocks.Open(), &first);
  blocks.Output({tanh(x_), exp(x_)});
  blocks.EndBlock();
  EXPECT_EQ(blocks.Open(), nullptr);
  BranchBlocks::Branch& second = blocks.Begin();
  blocks.EndBlock();
  EXPECT_EQ(blocks.size(), 2u);
  EXPECT_EQ(&blocks[0], &first);
  EXPECT_EQ(&blocks[1], &second);
  EXPECT_EQ(first.outputs, 2);
  EXPECT_EQ(second.outputs, 0);
  EXPECT_EQ(second.body.parent(), first.body.parent());
  EXPECT_EQ(main_->block(first.body.block()).desc().results_size(), 2);
}

TEST_F(BranchBlocksTest, OutputsAreAddedAllOrNone) {
  BranchBlocks blocks("a", "switch");
  blocks.Begin();
  const Variable other = tanh(x_);
  blocks.EndBlock();
  blocks.Begin();
  EXPECT_ERROR(blocks.Output({x_, other}), InvalidArgument, "cannot be seen");
  EXPECT_EQ(blocks[1].outputs, 0);
  EXPECT_EQ(main_->block(blocks[1].body.block()).desc().results_size(), 0);
}

TEST_F(BranchBlocksTest, CommittedBlocksStay) {
  {
    BranchBlocks blocks("a", "switch");
    blocks.Begin();
    blocks.EndBlock();
    EXPECT_FALSE(blocks.called());
    blocks.Commit();
    EXPECT_TRUE(blocks.called());
    EXPECT_ERROR(blocks.Output({x_}), FailedPrecondition,
                 "an output belongs to a switch that is finished");
    blocks.Abandon();
  }
  EXPECT_EQ(main_->desc().blocks_size(), 2);
}

TEST_F(BranchBlocksTest, AbandonedBlocksGo) {
  BranchBlocks blocks("an", "ifelse");
  blocks.Begin();
  blocks.EndBlock();
  blocks.Begin();
  blocks.Abandon();
  EXPECT_EQ(main_->desc().blocks_size(), 1);
  EXPECT_ERROR(
      blocks.EndBlock(), FailedPrecondition,
      "the end of a block belongs to an ifelse whose blocks were taken "
      "back");
}

TEST_F(BranchBlocksTest, NothingIsWrittenOutsideABlock) {
  BranchBlocks blocks("an", "ifelse");
  EXPECT_ERROR(blocks.EndBlock(), FailedPrecondition,
               "a block of ifelse ends before it begins");
  EXPECT_ERROR(blocks.Output({x_}), FailedPrecondition,
               "an output belongs inside a block of ifelse");
  blocks.Begin();
  EXPECT_ERROR(blocks.Begin(), FailedPrecondition,
               "another block of ifelse begins where the first one began");
}

}  // namespace
}  // namespace paddle::layer
