// A thousand minibatches through nested blocks leave nothing behind.
#include <string>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/backward/optimizer.h"
#include "paddle/memory/allocation.h"
#include "paddle/operators/control_flow/branch_fixture.h"

namespace paddle::operators {
namespace {

using framework::LoD;
using layer::operator*;
using layer::operator+;

constexpr int kBatches = 1000;
constexpr int64_t kWidth = 3;

class LeakTest : public BranchFixture {
 protected:
  LeakTest() {
    x_ = layer::data("x", {-1, kWidth}, DataType::kFloat64, 1);
    chosen_ = layer::data("chosen", {-1, 1}, DataType::kBool);
    times_ = layer::data("times", {1}, DataType::kInt64);
    Feed(times_, Array({1}, 2));
    loss_ = Loss();
    backward::MomentumOptimizer(0.05, 0.9).Minimize(loss_);
    executor_.Run(startup_, {}, {}, scope_.get());
  }

  double Train() { return RunAs({loss_}, framework::RunMode::kRun)[0][0]; }
  static memory::Stats Memory() {
    return memory::AllocatorOf(platform::CPUPlace()).stats();
  }

  void FeedBatch(int batch) {
    LoD::Levels lengths = {{}};
    int64_t rows = 0;
    for (int i = 0; i < 1 + batch % 4; ++i) {
      lengths[0].push_back(i == 0 ? 1 + batch % 5 : (batch + i) % 4);
      rows += lengths[0].back();
    }
    auto data = testing::Random({rows, kWidth}).Lengths(lengths);
    Feed(x_, data.Make("x", DataType::kFloat64).data);
    std::vector<bool> chosen;
    for (size_t i = 0; i < lengths[0].size(); ++i) chosen.push_back(i % 2);
    Feed(chosen_, chosen);
  }

  Variable x_, chosen_, times_, loss_;

 private:
  // A recurrent block, whose rows go through two branches, run by a loop.
  Variable Loss() {
    const Variable& x = x_;
    const Variable w =
        layer::parameter({kWidth, kWidth}, DataType::kFloat64, {});
    const Variable i = layer::fill_constant({1}, DataType::kInt64, 0);
    layer::WhileOptions options;
    options.max_iterations = 3;
    layer::WhileLoop loop(layer::less_than(i, times_), options);
    loop.BeginBlock();
    const Variable count = loop.Carry(i), now = loop.Carry(x);
    layer::Rnn rnn;
    rnn.BeginStep();
    const Variable h = rnn.Memory({kWidth}, 0.5, DataType::kFloat64);
    const Variable next = Branch(layer::matmul(rnn.StepInput(now) + h, w), h,
                                 rnn.StaticInput(chosen_));
    rnn.UpdateMemory(h, next);
    rnn.Output({next});
    rnn.EndStep();
    loop.Update(now, rnn()[0]);
    const Variable counted = layer::increment(count);
    loop.Update(count, counted);
    loop.Condition(layer::less_than(counted, times_));
    loop.EndBlock();
    return layer::mean(layer::square(loop()[1] + (-0.5)));
  }

  static Variable Branch(const Variable& sum, const Variable& h,
                         const Variable& mask) {
    layer::IfElse ie;
    ie.BeginTrueBlock();
    ie.Output({layer::tanh(sum) * h});
    ie.EndBlock();
    ie.BeginFalseBlock();
    ie.Output({layer::sigmoid(sum)});
    ie.EndBlock();
    return ie(mask)[0];
  }
};

TEST_F(LeakTest, TrainingLeavesNoScopesAndNoMemoryBehind) {
  constexpr int kPeriod = 20;  // of the batches' lengths
  memory::Stats before;
  std::vector<std::string> names;
  double first = 0, last = 0;  // losses of a period
  for (int batch = 0; batch < kBatches; ++batch) {
    FeedBatch(batch % kPeriod);
    const double loss = Train();
    if (batch < kPeriod) first += loss;
    if (batch >= kBatches - kPeriod) last += loss;
    if (batch % kPeriod != kPeriod - 1) continue;
    if (batch < 2 * kPeriod) {
      before = Memory();
      names = scope_->LocalNames();
    }
    ASSERT_EQ(Memory().current, before.current) << "batch " << batch;
    ASSERT_EQ(Memory().peak, before.peak) << "batch " << batch;
    ASSERT_EQ(scope_->LocalNames(), names) << "batch " << batch;
  }
  EXPECT_LT(last, first);
}

TEST_F(LeakTest, FailedRunsLeaveNothingBehindEither) {
  FeedBatch(3);
  Train();
  int64_t bytes = 0;
  const std::vector<std::string> names = scope_->LocalNames();
  for (int batch = 0; batch < 500; ++batch) {
    Feed(times_, Array({1}, 4));
    EXPECT_THROW(Train(), platform::Error);  // after three iterations
    Feed(times_, Array({1}, 2));
    Train();
    if (batch < 3) bytes = Memory().current;
    ASSERT_EQ(Memory().current, bytes) << "batch " << batch;
    ASSERT_EQ(scope_->LocalNames(), names) << "batch " << batch;
  }
}

}  // namespace
}  // namespace paddle::operators
