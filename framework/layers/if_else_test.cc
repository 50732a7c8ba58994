// Tests what IfElse and Switch write; operators/control_flow tests what it
// computes.
#include "paddle/framework/layers/if_else.h"

#include <memory>
#include <string>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/ir/print_text.h"
#include "paddle/framework/ir/verify.h"
#include "paddle/framework/layers/basic.h"
#include "paddle/framework/layers/nn.h"
#include "paddle/framework/layers/parameter.h"
#include "paddle/framework/layers/program_guard.h"
#include "paddle/framework/layers/switch_case.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::layer {
namespace {

class BranchesTest : public ::testing::Test {
 protected:
  void TearDown() override { framework::Verify(*main_); }
  std::string Text() const { return PrintText(*main_) + PrintText(*startup_); }

  const std::shared_ptr<Program> main_ = NewProgram();
  const std::shared_ptr<Program> startup_ = NewProgram();
  const ProgramGuard guard_{main_, startup_};
  const Variable x_ = data("x", {-1, 2});
  const Variable y_ = data("y", {2});
  const Variable mask_ = data("mask", {-1, 1}, DataType::kBool);
  const Variable flag_ = data("flag", {1}, DataType::kBool);
};

TEST_F(BranchesTest, IfElseWritesPartsAndCaptures) {
  IfElse ie;
  ie.BeginTrueBlock();
  ie.Output({add(x_, y_)});
  ie.EndBlock();
  ie.BeginFalseBlock();
  ie.Output({x_});
  ie.EndBlock();
  EXPECT_EQ(ie(mask_)[0].dims(), (Dims{-1, 2}));
  EXPECT_EQ(main_->block(1).desc().arguments_size(), 1);
  EXPECT_EQ(main_->block(2).desc().results(0), "x");
  EXPECT_NE(Text().find("= ifelse(Condition=mask, TrueInputs=x, "
                        "FalseInputs=x, Captures=y, true_block=block 1, "
                        "false_block=block 2)"),
            std::string::npos)
      << Text();
}

TEST_F(BranchesTest, WhatIsNotFinishedLeavesNoTrace) {
  const std::string before = Text();
  {
    IfElse ie;
    ie.BeginTrueBlock();
    ie.Output({fc(x_, 2)});
    ie.EndBlock();
    ie.BeginFalseBlock();
    IfElse inner;
    inner.BeginTrueBlock();
    fc(x_, 2);
  }
  EXPECT_EQ(Text(), before);
  {
    Switch sw;
    sw.BeginCase(flag_);
    sw.Output({fc(x_, 2)});
    sw.EndBlock();
    sw.BeginDefault();
    sw.EndBlock();
    EXPECT_ERROR(sw(), InvalidArgument, "but the default 0");
  }
  EXPECT_EQ(Text(), before);
}

TEST_F(BranchesTest, OthersThatCameSinceStay) {
  auto abandoned = std::make_unique<IfElse>();
  abandoned->BeginTrueBlock();
  fc(x_, 2);
  abandoned->EndBlock();
  const Variable y = cond(
      flag_, [&] { return std::vector<Variable>{tanh(x_)}; }, nullptr, {x_})[0];
  abandoned.reset();
  EXPECT_EQ(main_->num_blocks(), 3);
  EXPECT_EQ(main_->block(2).desc().ops(0).type(), "tanh");
  EXPECT_EQ(y.dims(), x_.dims());
}

TEST_F(BranchesTest, SwitchWritesABlockForEachCase) {
  Switch sw;
  for (double rate : {0.1, 0.01}) {
    sw.BeginCase(flag_);
    sw.Output({fill_constant({1}, DataType::kFloat32, rate)});
    sw.EndBlock();
  }
  EXPECT_TRUE(sw.has_outputs());
  EXPECT_EQ(sw({reduce_sum(y_, {0}, /*keep_dim=*/true)}).size(), 1u);
  EXPECT_NE(Text().find("Conditions=[flag, flag]"), std::string::npos)
      << Text();
  EXPECT_NE(Text().find("blocks=[block 1, block 2]"), std::string::npos);
}

}  // namespace
}  // namespace paddle::layer
