#include "paddle/framework/layers/block_side_effects.h"

#include <string>

#include "gtest/gtest.h"

#include "paddle/framework/layers/basic.h"
#include "paddle/framework/layers/nn.h"
#include "paddle/framework/layers/parameter.h"
#include "paddle/framework/layers/program_guard.h"
#include "paddle/framework/layers/testing/layer_test.h"

namespace paddle::layer {
namespace {

class BlockSideEffectsTest : public LayerTest {
 protected:
  BlockSideEffects Begin() { return BlockSideEffects(main_, inner_, startup_); }

  const Variable x_ = data("x", {-1, 2});
  const Variable w_ = parameter({2, 2});
  const int outer_ = main_->AddBlock(0);
  const int inner_ = main_->AddBlock(outer_);
};

TEST_F(BlockSideEffectsTest, ParametersAndOperatorsGo) {
  const std::string before = Text();
  BlockSideEffects additions = Begin();
  parameter({3});
  fill_constant({2}, DataType::kFloat32, 1);
  const BlockGuard guard(main_, outer_);
  fill_constant({2}, DataType::kFloat32, 1);
  additions.End();
  EXPECT_NE(Text(), before);
  additions.TakeBack();
  EXPECT_EQ(Text(), before);
}

TEST_F(BlockSideEffectsTest, WhatCameLaterStays) {
  BlockSideEffects additions = Begin();
  const Variable gone = parameter({3});
  additions.End();
  const Variable stays = parameter({4});
  additions.TakeBack();
  const auto& main = main_->global_block();
  EXPECT_EQ(main.FindVar(gone.name()), nullptr);
  EXPECT_NE(main.FindVar(stays.name()), nullptr);
  EXPECT_EQ(startup_->global_block().desc().ops_size(), 2);
  EXPECT_NE(startup_->global_block().WriterOf(stays.name()), nullptr);
}

TEST_F(BlockSideEffectsTest, AParameterThatOthersUseStays) {
  BlockSideEffects additions = Begin();
  const Variable used = parameter({2, 2});
  additions.End();
  matmul(x_, used);
  const std::string before = Text();
  additions.TakeBack();
  EXPECT_EQ(Text(), before);
}

TEST_F(BlockSideEffectsTest, WhatMakesAVariableThatStaysStays) {
  BlockSideEffects additions = Begin();
  Variable used;
  {
    const BlockGuard guard(main_, 0);
    used = tanh(exp(x_));
    sigmoid(x_);
  }
  additions.End();
  relu(used);
  EXPECT_EQ(main_->global_block().desc().ops_size(), 4);
  additions.TakeBack();
  EXPECT_EQ(main_->global_block().desc().ops_size(), 3);  // exp, tanh, relu
  EXPECT_NE(main_->global_block().WriterOf(used.name()), nullptr);
}

TEST_F(BlockSideEffectsTest, WhatABlockTakesInOrHandsOutStays) {
  BlockSideEffects additions = Begin();
  framework::SymbolTable& outer = main_->block(outer_);
  outer.Var("argument");
  outer.mutable_desc()->add_arguments("argument");
  outer.Var("result");
  outer.mutable_desc()->add_results("result");
  outer.Var("gone");
  additions.End();
  additions.TakeBack();
  EXPECT_NE(outer.FindVar("argument"), nullptr);
  EXPECT_NE(outer.FindVar("result"), nullptr);
  EXPECT_EQ(outer.FindVar("gone"), nullptr);
}

TEST_F(BlockSideEffectsTest, BlocksMayBeGone) {
  BlockSideEffects additions = Begin();
  const Variable gone = parameter({3});
  main_->block(outer_).Var("x");
  main_->RemoveBlock(outer_);
  additions.End();
  additions.TakeBack();
  EXPECT_EQ(main_->global_block().FindVar(gone.name()), nullptr);
}

}  // namespace
}  // namespace paddle::layer
