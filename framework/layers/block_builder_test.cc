#include "paddle/framework/layers/block_builder.h"

#include <string>
#include <thread>
#include <vector>

#include "gmock/gmock-more-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/layers/basic.h"
#include "paddle/framework/layers/nn.h"
#include "paddle/framework/layers/operators.h"
#include "paddle/framework/layers/parameter.h"
#include "paddle/framework/layers/testing/layer_test.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::layer {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class BlockBuilderTest : public LayerTest {
 protected:
  const framework::proto::BlockDesc& Desc(const BlockBuilder& builder) const {
    return main_->block(builder.block()).desc();
  }

  const Variable x_ = data("x", {2, 3}), y_ = data("y", {3});
};

TEST_F(BlockBuilderTest, OperatorsJoinAnOpenBlock) {
  BlockBuilder body("loop");
  EXPECT_EQ(body.parent(), 0);
  EXPECT_EQ(body.construct(), "loop");
  EXPECT_FALSE(body.is_open());
  tanh(x_);
  body.Open();
  EXPECT_TRUE(body.is_open());
  const Variable inside = exp(x_);
  body.Close();
  sigmoid(x_);
  EXPECT_EQ(main_->global_block().desc().ops_size(), 2);
  EXPECT_EQ(Desc(body).ops_size(), 1);
  EXPECT_EQ(inside.block(), body.block());
  body.Open();  // may be written in parts
  exp(inside);
  body.Close();
  EXPECT_EQ(Desc(body).ops_size(), 2);
}

TEST_F(BlockBuilderTest, ArgumentsAndResults) {
  const Variable ids = data("ids", {-1, 1}, DataType::kInt64, 2);
  BlockBuilder body("loop");
  const Variable a = body.AddArgument("a", {4, 2}, DataType::kFloat64, 1);
  const Variable like = body.AddArgumentLike("ids", ids);
  EXPECT_EQ(a.dims(), (Dims{4, 2}));
  EXPECT_EQ(a.lod_level(), 1);
  EXPECT_EQ(like.block(), body.block());
  EXPECT_EQ(like.dims(), ids.dims());
  EXPECT_EQ(like.dtype(), DataType::kInt64);
  EXPECT_EQ(like.lod_level(), 2);
  EXPECT_EQ(like.stop_gradient(), ids.stop_gradient());
  body.AddResult(a);
  body.AddResult(x_);
  EXPECT_THAT(Desc(body).arguments(), ElementsAre("a", "ids"));
  EXPECT_THAT(Desc(body).results(), ElementsAre("a", "x"));
  EXPECT_EQ(body.FindLocal("a"), a);
  EXPECT_FALSE(body.FindLocal("x").is_valid());
  body.ClearEnds();
  EXPECT_THAT(Desc(body).arguments(), IsEmpty());
  EXPECT_THAT(Desc(body).results(), IsEmpty());
}

TEST_F(BlockBuilderTest, MessagesSayWhichConstruct) {
  BlockBuilder body("rnn");
  EXPECT_ERROR(body.CheckOpen("a memory"), FailedPrecondition,
               "a memory belongs inside the block of rnn");
  EXPECT_ERROR(body.Close(), FailedPrecondition,
               "the block of rnn cannot be closed: it is not open");
  body.Open();
  body.CheckOpen("a memory");
  EXPECT_ERROR(body.Open(), FailedPrecondition,
               "the block of rnn cannot be opened: it is open already");
  BlockBuilder inner("while");
  inner.Open();
  EXPECT_ERROR(body.Close(), FailedPrecondition,
               "a block inside it still is open");
  const Variable local = exp(x_);
  EXPECT_ERROR(
      body.AddResult(local), InvalidArgument,
      "rnn: variable 'exp_0.tmp_0' belongs to block 2, which cannot be "
      "seen from block 1");
  inner.Close();
  body.AddArgument("a", {1}, DataType::kFloat32);
  EXPECT_ERROR(body.AddArgument("a", {1}, DataType::kFloat32), AlreadyExists,
               "the block of rnn already has a variable 'a'");
}

TEST_F(BlockBuilderTest, CapturesAreWhatIsReadFromOutside) {
  BlockBuilder body("loop");
  const Variable a = body.AddArgument("a", {3}, DataType::kFloat32);
  body.Open();
  const Variable sum = y_ + a;
  BlockBuilder inner("loop");
  inner.Open();
  exp(sum + x_ + y_);
  inner.Close();
  EXPECT_THAT(inner.Captures(), ElementsAre(sum, x_, y_));
  inner.Commit();
  body.Close();
  // Nobody owns the inner block yet, so it does not count.
  EXPECT_THAT(body.Captures(), ElementsAre(y_));
}

TEST_F(BlockBuilderTest, HooksLetLocalVariablesStandIn) {
  BlockBuilder body("loop");
  std::vector<std::string> asked;
  body.OnRead([&](const Variable& variable) {
    asked.push_back(variable.name());
    if (variable != x_) return variable;
    const Variable local = body.FindLocal("x");
    return local.is_valid() ? local : body.AddArgumentLike("x", variable);
  });
  tanh(x_);
  EXPECT_THAT(asked, IsEmpty());  // not open
  body.Open();
  const Variable first = exp(x_);
  const Variable second = first + y_;
  EXPECT_THAT(asked, ElementsAre("x", "y"));
  EXPECT_EQ(SeenFrom(main_, body.block(), x_), body.FindLocal("x"));
  EXPECT_EQ(SeenFrom(main_, 0, x_), x_);
  BlockBuilder inner("loop");
  std::vector<int> blocks;
  inner.OnRead([&](const Variable& variable) {
    blocks.push_back(variable.block());
    return variable;
  });
  inner.Open();
  exp(x_);  // through both, the outer one first
  EXPECT_THAT(blocks, ElementsAre(body.block()));
  inner.Close();
  body.Close();
  EXPECT_THAT(Desc(body).arguments(), ElementsAre("x"));
  EXPECT_THAT(body.Captures(), ElementsAre(y_));
}

TEST_F(BlockBuilderTest, WhatIsNotCommittedVanishes) {
  const std::string before = Text();
  {
    BlockBuilder body("loop");
    body.Open();
    fc(x_, 2);
    BlockBuilder inner("loop");
    inner.Open();
    fc(x_, 2);
  }
  EXPECT_EQ(Text(), before);
  EXPECT_EQ(tanh(x_).block(), 0);
}

TEST_F(BlockBuilderTest, ABodyThatThrowsVanishes) {
  const std::string before = Text();
  const auto write = [&] {
    BlockBuilder body("loop");
    body.Open();
    fc(x_, 2);
    matmul(x_, data("z", {4}));
  };
  EXPECT_THROW(write(), platform::Error);
  EXPECT_EQ(Text(), before);
}

TEST_F(BlockBuilderTest, WhatIsCommittedStays) {
  {
    BlockBuilder body("loop");
    body.Open();
    exp(x_);
    body.Close();
    body.Commit();
  }
  EXPECT_EQ(main_->num_blocks(), 2);
}

TEST_F(BlockBuilderTest, BuildersOfTwoProgramsDoNotMeet) {
  BlockBuilder body("loop");
  bool asked = false;
  body.OnRead([&](const Variable& variable) {
    asked = true;
    return variable;
  });
  body.Open();
  {
    const auto other = NewProgram();
    const ProgramGuard guard(other, NewProgram());
    BlockBuilder foreign("loop");
    foreign.Open();
    exp(data("x", {3}));
    EXPECT_EQ(other->block(1).desc().ops_size(), 1);
  }
  EXPECT_FALSE(asked);
  body.Close();
}

TEST_F(BlockBuilderTest, OuterBuildersMayEndFirst) {
  const std::string before = Text();
  auto outer = std::make_unique<BlockBuilder>("rnn");
  outer->Open();
  auto inner = std::make_unique<BlockBuilder>("while");
  inner->Open();
  const Variable local = exp(x_);
  EXPECT_ERROR(outer->Close(), FailedPrecondition, "a block inside it");
  outer.reset();
  EXPECT_EQ(Text(), before);
  EXPECT_EQ(inner->state(), BlockBuilder::State::kTakenBack);
  EXPECT_ERROR(inner->Close(), FailedPrecondition,
               "the block of while cannot be closed: it was taken back");
  EXPECT_ERROR(inner->Open(), FailedPrecondition, "it was taken back already");
  EXPECT_ERROR(inner->CheckOpen("an output"), FailedPrecondition,
               "inside the block of while, which was taken back");
  EXPECT_ERROR(inner->AddResult(x_), FailedPrecondition, "was taken back");
  EXPECT_ERROR(inner->Captures(), FailedPrecondition, "was taken back");
  EXPECT_ERROR(inner->ClearEnds(), FailedPrecondition, "was taken back");
  EXPECT_ERROR(BlockBuilder("while", *inner), FailedPrecondition, "taken back");
  EXPECT_ERROR(tanh(local), FailedPrecondition, "which was taken back");
  EXPECT_EQ(tanh(x_).block(), 0);
  BlockBuilder another("rnn");  // of the same index as the outer one
  another.Open();
  const Variable alive = exp(x_);
  inner.reset();
  EXPECT_EQ(alive.block(), another.block());
  EXPECT_EQ(tanh(alive).block(), another.block());
}

TEST_F(BlockBuilderTest, ABlockInFrontOfAnotherIsTakenBack) {
  auto first = std::make_unique<BlockBuilder>("rnn");
  BlockBuilder second("while");
  second.Open();
  const Variable kept = exp(x_);
  first.reset();
  EXPECT_EQ(tanh(kept).block(), second.block());
  EXPECT_EQ(second.block(), 2);
  second.Close();
  second.TakeBack();
  EXPECT_EQ(main_->num_blocks(), 1);
  second.TakeBack();  // once is enough
}

TEST_F(BlockBuilderTest, IsOfTheThreadThatOpenedIt) {
  const std::string before = Text();
  auto body = std::make_unique<BlockBuilder>("rnn");
  body->Open();
  std::thread([&] {
    EXPECT_EQ(CurrentBlock(*main_), 0);
    EXPECT_ERROR(body->Close(), FailedPrecondition, "in another thread");
    EXPECT_ERROR(body->CheckOpen("a memory"), FailedPrecondition,
                 "which was opened in another thread");
    body.reset();
  }).join();
  EXPECT_EQ(Text(), before);
  EXPECT_EQ(tanh(x_).block(), 0);
}

TEST_F(BlockBuilderTest, IsCalledWhereItWasWritten) {
  BlockBuilder body("while");
  body.Open();
  EXPECT_ERROR(body.CheckCallable(), FailedPrecondition,
               "while is called once, behind its block, which is open");
  body.Close();
  body.CheckCallable();
  body.CheckSibling();
  {
    BlockBuilder other("rnn");
    other.Open();
    EXPECT_ERROR(body.CheckCallable(), FailedPrecondition,
                 "while is called in block 2; its own block was written in "
                 "block 0");
    EXPECT_ERROR(body.CheckSibling(), FailedPrecondition,
                 "begins where the first one began, in block 0, not in 2");
  }
  const ProgramGuard guard(NewProgram());
  EXPECT_ERROR(body.CheckSibling(), FailedPrecondition,
               "in block 0 of another program");
  body.Commit();
  EXPECT_ERROR(body.CheckCallable(), FailedPrecondition, "is finished");
}

TEST_F(BlockBuilderTest, VariablesOfOtherProgramsAreNotSeen) {
  BlockBuilder body("rnn");
  Variable foreign;
  {
    const ProgramGuard guard(NewProgram(), NewProgram());
    foreign = data("x", {2, 3});
  }
  body.OnRead([&](const Variable&) { return body.FindLocal("x"); });
  body.AddArgument("x", {1}, DataType::kFloat32);
  body.Open();
  EXPECT_EQ(SeenFrom(main_, body.block(), foreign), foreign);
  EXPECT_ERROR(body.AddResult(foreign), InvalidArgument,
               "rnn: variable 'x' belongs to a different program");
}

}  // namespace
}  // namespace paddle::layer
