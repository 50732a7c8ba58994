// Branching on one condition: switch and conditional_block.
#include <string>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/operators/control_flow/branch_fixture.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::operators {
namespace {

using layer::Switch;
using layer::operator*;
using layer::operator+;
using Vars = std::vector<Variable>;

class SwitchTest : public BranchFixture {
 protected:
  void SetUp() override {
    x_ = Random("x", {-1, 3});
    w_ = Random("w", {3, 2});
    one_ = Bools("one", {1}, {true});
    two_ = Bools("two", {1, 1}, {true});
  }

  void Choose(bool one, bool two) {
    Feed(one_, std::vector<bool>{one});
    Feed(two_, std::vector<bool>{two});
  }

  // The results of the first case, the second and the third possibility.
  Variable First() const { return layer::tanh(layer::matmul(x_, w_)); }
  Variable Second() const { return layer::matmul(x_ * x_, w_); }
  Variable Third() const { return layer::matmul(x_ + 1.0, w_) * 2; }

  void WriteCases(Switch* sw) const {
    sw->BeginCase(one_);
    sw->Output({First()});
    sw->EndBlock();
    sw->BeginCase(two_);
    sw->Output({Second()});
    sw->EndBlock();
  }

  // The third possibility is taken where no condition holds.
  void ExpectFirstMatch(const Variable& out) {
    const Vars expected = {First(), Second(), Third()};
    const Vars inputs = {x_, w_};
    const auto grads = backward::Gradients({Weighed(out)}, inputs);
    for (int i = 0; i < 3; ++i) {
      const auto wanted = backward::Gradients({Weighed(expected[i])}, inputs);
      for (bool two : {false, true}) {
        if (i > 0 && two != (i == 1)) continue;
        Choose(i == 0, two);
        const auto got = Eval({out, grads[0], grads[1]});
        const auto all = Eval({expected[i], wanted[0], wanted[1]});
        for (int k = 0; k < 3; ++k) {
          EXPECT_EQ(testing::Difference(all[k], got[k], 1e-12), "")
              << "value " << k << " of possibility " << i;
        }
      }
    }
    Choose(false, true);
    ExpectNumericGradients(out, inputs);
  }

  Variable x_, w_, one_, two_;
};

TEST_F(SwitchTest, TheFirstMatchOrTheDefault) {
  Switch sw;
  WriteCases(&sw);
  sw.BeginDefault();
  sw.Output({Third()});
  sw.EndBlock();
  const Variable out = sw()[0];
  EXPECT_EQ(out.dims(), (layer::Dims{-1, 2}));
  ExpectFirstMatch(out);
}

TEST_F(SwitchTest, OtherwiseGivenValues) {
  Switch sw;
  WriteCases(&sw);
  ExpectFirstMatch(sw({Third()})[0]);
}

TEST_F(SwitchTest, NothingOfABlockThatDoesNotRunHappens) {
  const Variable param = layer::parameter({1}, DataType::kFloat64, {"param"});
  auto* value = scope_->Var("param")->GetMutable<framework::LoDTensor>();
  value->Allocate({1}, DataType::kFloat64);
  *value->mutable_data<double>() = 10;
  const auto add = [&](double amount) {
    const auto number = [](double n) {
      return layer::fill_constant({1}, DataType::kFloat64, n);
    };
    layer::AppendOp("sgd", {{"Param", param},
                            {"Grad", number(-amount)},
                            {"LearningRate", number(1)}});
  };
  Switch sw;
  sw.BeginCase(one_);
  add(1);
  sw.EndBlock();
  sw.BeginCase(two_);
  add(5);
  sw.EndBlock();
  EXPECT_FALSE(sw.has_outputs());
  EXPECT_TRUE(sw().empty());
  const std::vector<std::pair<bool, bool>> runs = {
      {true, true}, {false, true}, {false, false}};
  std::vector<double> seen;
  for (const auto& [one, two] : runs) {
    Choose(one, two);
    RunAs({}, framework::RunMode::kRun);
    seen.push_back(*value->data<double>());
  }
  EXPECT_EQ(seen, (std::vector<double>{11, 16, 16}));
}

TEST_F(SwitchTest, AnOuterVariableAsOutput) {
  Switch sw;
  sw.BeginCase(one_);
  sw.Output({x_, x_});
  sw.EndBlock();
  sw.BeginDefault();
  const Variable twice = x_ * 2;
  sw.Output({twice, twice});
  sw.EndBlock();
  const Vars outs = sw();
  const Variable sum = outs[0] + outs[1];
  const Variable grad = backward::Gradients({sum}, {x_})[0];
  for (bool one : {true, false}) {
    Choose(one, false);
    const auto got = Eval({sum, grad, x_});
    for (int64_t i = 0; i < got[0].numel(); ++i) {
      EXPECT_DOUBLE_EQ(got[0][i], got[2][i] * (one ? 2 : 4));
      EXPECT_DOUBLE_EQ(got[1][i], one ? 2 : 4);
    }
  }
}

TEST_F(SwitchTest, Cond) {
  const auto list = [](const Variable& one) { return Vars{one}; };
  const Variable nested = layer::cond(
      one_, [&] { return list(First()); },
      [&] {
        return layer::cond(
            two_, [&] { return list(Second()); },
            [&] { return list(Third()); });
      })[0];
  ExpectFirstMatch(nested);
  const Variable inner =
      layer::cond(two_, [&] { return list(Second()); }, nullptr, {Third()})[0];
  const Variable out =
      layer::cond(one_, [&] { return list(First()); }, nullptr, {inner})[0];
  ExpectFirstMatch(out);
}

TEST_F(SwitchTest, SizesThatDiffer) {
  const Variable out = layer::cond(
      one_,
      [&] {
        return Vars{layer::concat({x_, x_}, 1)};
      },
      [&] { return Vars{x_}; })[0];
  EXPECT_EQ(out.dims()[0], -1);
  EXPECT_LT(out.dims()[1], 0);
  Choose(true, false);
  EXPECT_EQ(Eval(out).dims, (layer::Dims{5, 6}));
  Choose(false, false);
  EXPECT_EQ(Eval(out).dims, (layer::Dims{5, 3}));
}

TEST_F(SwitchTest, WrongUses) {
  Switch sw;
  EXPECT_ERROR(sw.BeginDefault(), FailedPrecondition,
               "a switch has a case before its default");
  EXPECT_ERROR(sw(), FailedPrecondition, "a switch is called once");
  EXPECT_ERROR(sw.BeginCase(x_), InvalidArgument,
               "the condition of a case of switch is one bool, not 'x [N, 3] "
               "float64'");
  EXPECT_ERROR(sw.BeginCase(Bools("three", {3}, {1, 0, 1})), InvalidArgument,
               "not 'three [3] bool'");
  EXPECT_ERROR(sw.Output({x_}), FailedPrecondition,
               "an output belongs inside a block of switch");
  WriteCases(&sw);
  EXPECT_ERROR(sw(), InvalidArgument,
               "the cases of switch have 1 outputs, and 0 values are given");
  EXPECT_EQ(main_->num_blocks(), 1);
  Switch two;
  WriteCases(&two);
  two.BeginDefault();
  two.Output({layer::reduce_sum(x_)});
  two.EndBlock();
  EXPECT_ERROR(two.BeginCase(one_), FailedPrecondition, "before the default");
  EXPECT_ERROR(two(), InvalidArgument, "an output of switch is '");
  Switch three;
  WriteCases(&three);
  three.BeginDefault();
  three.EndBlock();
  EXPECT_ERROR(three(), InvalidArgument, "but the default 0");
  EXPECT_ERROR(layer::cond(one_, [&] { return Vars{x_}; }), InvalidArgument,
               "without a false block there is one for each");
  EXPECT_EQ(main_->num_blocks(), 1);
}

TEST_F(SwitchTest, AConditionOfAnotherSizeIsAnErrorOfTheRun) {
  const Variable some = layer::data("some", {-1}, DataType::kBool);
  const Variable out =
      layer::cond(some, [&] { return Vars{x_}; }, nullptr, {x_ * 2})[0];
  FeedRows(x_, 3);
  Feed(some, std::vector<bool>{1, 0, 1});
  const std::string message = platform::MessageOf([&] { Eval(out); });
  EXPECT_NE(message.find("a condition is one bool, not bool [3]"),
            std::string::npos)
      << message;
  EXPECT_NE(message.find("conditional_block"), std::string::npos) << message;
}

}  // namespace
}  // namespace paddle::operators
