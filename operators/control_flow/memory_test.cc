// Memory that loops hold while they run.
#include <string>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/memory/allocation.h"
#include "paddle/operators/control_flow/branch_fixture.h"

namespace paddle::operators {
namespace {

using layer::Rnn;
using layer::operator+;
using layer::operator*;

constexpr int64_t kWidth = 1 << 15;
constexpr int64_t kStateBytes = kWidth * sizeof(double);

class MemoryTest : public BranchFixture {
 protected:
  // A loop whose memory is large and whose steps give one number each.
  Variable Loop(int64_t steps) {
    const Variable x = Random("x", {-1, 1}, steps, {{steps}});
    w_ = Random("w", {kWidth});
    Rnn rnn;
    rnn.BeginStep();
    const Variable h = rnn.Memory({kWidth}, 0.5, DataType::kFloat64);
    const Variable next = layer::tanh(h + x * w_);
    rnn.UpdateMemory(h, next);
    rnn.Output({layer::reduce_sum(next, {1}, /*keep_dim=*/true)});
    rnn.EndStep();
    return layer::mean(rnn()[0]);
  }

  int64_t PeakOf(const std::vector<Variable>& fetches) {
    memory::Allocator& allocator = memory::AllocatorOf(platform::CPUPlace());
    const int64_t before = allocator.stats().current;
    allocator.ResetPeak();
    Eval(fetches);
    return allocator.stats().peak - before;
  }

  Variable w_;
};

TEST_F(MemoryTest, InferenceHoldsAsMuchForManyStepsAsForFew) {
  const Variable out = Loop(300);
  EXPECT_LT(PeakOf({out}), 12 * kStateBytes);
}

TEST_F(MemoryTest, TrainingHoldsWhatTheGradientReadsOfEachStep) {
  constexpr int64_t kSteps = 40;
  const Variable out = Loop(kSteps);
  const std::vector<Variable> grads = backward::Gradients({out}, {w_});
  const int64_t peak = PeakOf(grads);
  // tanh's output, which is the next step's memory. Of the sum, of which tanh's
  // gradient knows the shape alone, and of the product nothing is kept.
  EXPECT_GT(peak, kSteps * kStateBytes);
  EXPECT_LT(peak, (kSteps + 16) * kStateBytes);
}

TEST_F(MemoryTest, NothingStaysBehindARun) {
  const Variable out = Loop(40);
  const std::vector<Variable> grads = backward::Gradients({out}, {w_});
  memory::Allocator& allocator = memory::AllocatorOf(platform::CPUPlace());
  Eval(grads);
  const int64_t after_one = allocator.stats().current;
  for (int i = 0; i < 20; ++i) Eval(grads);
  EXPECT_EQ(allocator.stats().current, after_one);
  EXPECT_LT(after_one, 20 * kStateBytes);  // less than the steps took
}

}  // namespace
}  // namespace paddle::operators
