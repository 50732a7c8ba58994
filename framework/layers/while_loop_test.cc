#include "paddle/framework/layers/while_loop.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include "paddle/framework/ir/print_text.h"
#include "paddle/framework/ir/verify.h"
#include "paddle/framework/layers/basic.h"
#include "paddle/framework/layers/logical.h"
#include "paddle/framework/layers/nn.h"
#include "paddle/framework/layers/operators.h"
#include "paddle/framework/layers/parameter.h"
#include "paddle/framework/layers/recurrent.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::layer {
namespace {

class WhileLoopTest : public ::testing::Test {
 protected:
  void TearDown() override { framework::Verify(*main_); }

  std::string Ops() const {
    framework::PrintOptions print;
    print.variables = false;
    return PrintText(*main_, print);
  }
  std::string Text() const { return PrintText(*main_) + PrintText(*startup_); }

  const std::shared_ptr<Program> main_ = NewProgram();
  const std::shared_ptr<Program> startup_ = NewProgram();
  const ProgramGuard guard_{main_, startup_};
  const Variable i_ = data("i", {1}, DataType::kInt64);
  const Variable n_ = data("n", {1}, DataType::kInt64);
  const Variable h_ = data("h", {2, 3});
};

TEST_F(WhileLoopTest, WritesOneOperatorAndItsBlock) {
  const Variable w = parameter({3}, DataType::kFloat32, "w");
  WhileOptions options;
  options.max_iterations = 7;
  WhileLoop loop(less_than(i_, n_), options);
  loop.BeginBlock();
  const Variable current = loop.Carry(i_);
  const Variable h = loop.Carry(h_);
  EXPECT_EQ(current.block(), 1);
  loop.Update(h, tanh(h * w));
  const Variable next = increment(current);
  loop.Update(current, next);
  loop.Condition(less_than(next, n_));
  loop.EndBlock();
  const std::vector<Variable> ends = loop();
  ASSERT_EQ(ends.size(), 2u);
  EXPECT_EQ(ends[0].dtype(), DataType::kInt64);
  EXPECT_EQ(ends[1].dims(), (Dims{2, 3}));
  EXPECT_EQ(ends[1].block(), 0);
  EXPECT_EQ(Ops(), R"(block 0 {
  less_than_0.tmp_0 = less_than(X=i, Y=n)
  {Out: [while_0.tmp_0, while_0.tmp_1], StepScopes: while_0.tmp_2} = while(Condition=less_than_0.tmp_0, Carried=[i, h], Captures=[w, n], block=block 1, max_iterations=7)
}
block 1 in 0 (i_0, h_0) -> (less_than_1.tmp_0, increment_0.tmp_0, tanh_0.tmp_0) {
  elementwise_mul_0.tmp_0 = elementwise_mul(X=h_0, Y=w)
  tanh_0.tmp_0 = tanh(X=elementwise_mul_0.tmp_0)
  increment_0.tmp_0 = increment(X=i_0)
  less_than_1.tmp_0 = less_than(X=increment_0.tmp_0, Y=n)
}
)");
}

TEST_F(WhileLoopTest, SeveralValuesMayBeginAsOneVariable) {
  WhileLoop loop(less_than(i_, n_));
  loop.BeginBlock();
  const Variable one = loop.Carry(i_), other = loop.Carry(i_);
  EXPECT_NE(one, other);
  EXPECT_EQ(loop.Carry(h_).name(), "h_0");
  loop.Update(one, other);
  loop.Condition(less_than(one + other + i_, n_));  // i_: before the loop
  loop.EndBlock();
  EXPECT_EQ(loop().size(), 3u);
  EXPECT_THAT(Ops(), ::testing::HasSubstr(
                         "Carried=[i, i, h], Captures=[i, n], block=block 1"));
  EXPECT_THAT(Ops(),
              ::testing::HasSubstr("block 1 in 0 (i_0, i_1, h_0) -> "
                                   "(less_than_1.tmp_0, i_1, i_1, h_0)"));
}

TEST_F(WhileLoopTest, Nests) {
  const Variable x = data("x", {-1, 3}, DataType::kFloat32, 1);
  WhileLoop outer(less_than(i_, n_));
  outer.BeginBlock();
  const Variable now = outer.Carry(x), count = outer.Carry(i_);
  Rnn rnn;
  rnn.BeginStep();
  const Variable step = rnn.StepInput(now);
  WhileLoop inner(less_than(i_, n_));
  inner.BeginBlock();
  const Variable h = inner.Carry(step), i = inner.Carry(i_);
  inner.Update(h, tanh(h));
  inner.Update(i, increment(i));
  inner.Condition(less_than(increment(i), n_));
  inner.EndBlock();
  rnn.Output({inner()[0]});
  rnn.EndStep();
  outer.Update(now, rnn()[0]);
  outer.Update(count, increment(count));
  outer.Condition(less_than(increment(count), n_));
  outer.EndBlock();
  EXPECT_EQ(outer()[0].lod_level(), 1);
  EXPECT_EQ(main_->num_blocks(), 4);
  EXPECT_EQ(main_->block(3).desc().parent(), 2);
  EXPECT_EQ(main_->block(2).desc().parent(), 1);
}

TEST_F(WhileLoopTest, ErrorsAtTheLineThatMakesThem) {
  EXPECT_ERROR(WhileLoop{i_}, InvalidArgument,
               "the condition of while is one bool, not i");
  EXPECT_ERROR(WhileLoop(less_than(h_, h_)), InvalidArgument,
               "the condition of while is one bool, not");
  WhileLoop loop(less_than(i_, n_));
  EXPECT_ERROR(loop.Carry(i_), FailedPrecondition,
               "a carried value belongs inside the block of while");
  EXPECT_ERROR(loop.EndBlock(), FailedPrecondition,
               "the block of a while loop ends before it begins");
  loop.BeginBlock();
  EXPECT_ERROR(loop.BeginBlock(), FailedPrecondition,
               "the block of a while loop is written once");
  EXPECT_ERROR(loop.Carry(exp(h_)), InvalidArgument,
               "is made inside the loop: what it carries must have a value "
               "before the block");
  EXPECT_ERROR(loop.Update(h_, h_), InvalidArgument,
               "'h' is not carried by this loop");
  const Variable h = loop.Carry(h_);
  EXPECT_ERROR(loop.Carry(h), InvalidArgument, "is made inside the loop");
  EXPECT_ERROR(loop.Update(h_, h), InvalidArgument,
               "'h' is where a carried value begins: the current value, which "
               "is read and updated, is what carry() returned");
  EXPECT_ERROR(loop.Update(h, reduce_sum(h_)), InvalidArgument,
               "shape, data type and sequences must stay the same");
  EXPECT_ERROR(loop.Update(h, cast(h_, DataType::kFloat64)), InvalidArgument,
               "shape, data type and sequences must stay the same");
  EXPECT_ERROR(loop.Condition(h_), InvalidArgument,
               "the condition of while is one bool, not h");
  EXPECT_ERROR(loop(), FailedPrecondition,
               "while is called once, behind its block, which is open");
  loop.EndBlock();
  EXPECT_ERROR(loop(), FailedPrecondition,
               "the block of while never says whether there is a next "
               "iteration: the loop would not end");
  EXPECT_ERROR(loop.Condition(less_than(i_, n_)), FailedPrecondition,
               "the condition of the next iteration belongs inside the block");
}

TEST_F(WhileLoopTest, WhatIsNotFinishedLeavesTheProgramAsItWas) {
  const Variable condition = less_than(i_, n_);
  const std::string before = Text();
  {
    WhileLoop loop(condition);
    loop.BeginBlock();
    loop.Carry(h_);
    fc(h_, 3);
  }
  EXPECT_EQ(Text(), before);
  {
    WhileLoop loop(condition);
    loop.BeginBlock();
    fc(h_, 3);
    loop.Condition(less_than(increment(i_), n_));
    loop.EndBlock();  // and never called
  }
  EXPECT_EQ(Text(), before);
  WhileLoop loop(condition);
  loop.BeginBlock();
  loop.Abandon();
  EXPECT_EQ(Text(), before);
  EXPECT_ERROR(loop(), FailedPrecondition,
               "while is called once, behind its block, which was taken back");
}

}  // namespace
}  // namespace paddle::layer
