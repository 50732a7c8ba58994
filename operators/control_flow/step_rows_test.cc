#include "paddle/operators/control_flow/step_rows.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::operators {
namespace {

using framework::DataType;
using framework::Dims;
using framework::LoD;
using framework::LoDTensor;
using framework::Tensor;
using ::testing::Each;
using ::testing::ElementsAre;

// Row i of [rows, 2] is {i, i}.
LoDTensor Rows(int64_t rows, const LoD::Levels& lengths = {}) {
  LoDTensor x(Dims{rows, 2}, DataType::kFloat32);
  for (int64_t i = 0; i < 2 * rows; ++i) x.mutable_data<float>()[i] = i / 2;
  if (!lengths.empty()) x.set_lod(LoD::FromLengths(lengths));
  return x;
}

std::vector<int> RowsOf(const Tensor& x) {
  std::vector<int> rows;
  for (int64_t i = 0; i < x.numel(); i += 2) {
    rows.push_back(static_cast<int>(x.data<float>()[i]));
  }
  return rows;
}

class StepRowsTest : public ::testing::Test {
 protected:
  // Returns each step, after taking x apart and putting it together again.
  std::vector<std::vector<int>> Steps(const LoDTensor& x, bool reverse) {
    const StepOrder order(x, reverse);
    const StepRows rows(order, x.lod());
    const Tensor packed = rows.Pack(device_, x, allocator_);
    LoDTensor back(x.dims(), DataType::kFloat32);
    std::fill_n(back.mutable_data<float>(), back.numel(), -1.0f);
    std::vector<std::vector<int>> steps;
    for (int64_t step = 0; step < order.steps(); ++step) {
      const LoDTensor value = rows.StepOf(packed, step);
      steps.push_back(RowsOf(value));
      const LoDTensor same = rows.Gather(device_, x, step, allocator_);
      EXPECT_EQ(RowsOf(same), steps.back());
      EXPECT_EQ(same.dims(), value.dims());
      EXPECT_TRUE(framework::SameLoD(same.lod(), value.lod()));
      rows.Scatter(device_, value, step, &back);
    }
    EXPECT_EQ(RowsOf(back), RowsOf(x));
    return steps;
  }

  const platform::DeviceContext& device_ = platform::CPUContext();
  memory::Allocator* allocator_ = &memory::AllocatorOf(platform::CPUPlace());
};

TEST_F(StepRowsTest, DenseStepsAreTheFirstAxis) {
  LoDTensor x = Rows(6);
  EXPECT_THAT(Steps(x, false),
              ElementsAre(ElementsAre(0), ElementsAre(1), ElementsAre(2),
                          ElementsAre(3), ElementsAre(4), ElementsAre(5)));
  x = LoDTensor(x.Reshaped({2, 3, 2}));
  EXPECT_THAT(Steps(x, true),
              ElementsAre(ElementsAre(3, 4, 5), ElementsAre(0, 1, 2)));
}

TEST_F(StepRowsTest, ADenseStepHasNoFirstAxisAndLooksIntoTheInput) {
  const LoDTensor x(Rows(4).Reshaped({4, 2, 1}));
  const StepOrder order(x, false);
  const StepRows rows(order, nullptr);
  EXPECT_TRUE(order.dense());
  const LoDTensor step = rows.StepOf(rows.Pack(device_, x, allocator_), 1);
  EXPECT_EQ(step.dims(), Dims({2, 1}));
  EXPECT_TRUE(step.SharesMemoryWith(x));
}

TEST_F(StepRowsTest, SequencesAreRankedByLength) {
  const LoDTensor x = Rows(7, {{2, 0, 4, 1}});  // at 0, 2, 2, 6
  EXPECT_THAT(Steps(x, false),
              ElementsAre(ElementsAre(2, 0, 6), ElementsAre(3, 1),
                          ElementsAre(4), ElementsAre(5)));
  EXPECT_THAT(Steps(x, true),
              ElementsAre(ElementsAre(5, 1, 6), ElementsAre(4, 0),
                          ElementsAre(3), ElementsAre(2)));
}

TEST_F(StepRowsTest, StepsOfNestedSequencesAreSequences) {
  // Sentences of words: {0}, {1, 2} | | {}, {3, 4, 5}, {6}
  const LoDTensor x = Rows(7, {{2, 0, 3}, {1, 2, 0, 3, 1}});
  EXPECT_THAT(Steps(x, false),
              ElementsAre(ElementsAre(0),  // {} and {0}
                          ElementsAre(3, 4, 5, 1, 2), ElementsAre(6)));
  EXPECT_THAT(Steps(x, true),
              ElementsAre(ElementsAre(6, 1, 2), ElementsAre(3, 4, 5, 0),
                          ElementsAre()));
  const StepOrder order(x, false);
  EXPECT_EQ(order.outer()->lengths(), (LoD::Levels{{2, 0, 3}}));
  const StepRows rows(order, x.lod());
  EXPECT_EQ(rows.lod(0)->lengths(), (LoD::Levels{{0, 1}}));
  EXPECT_EQ(rows.lod(1)->lengths(), (LoD::Levels{{3, 2}}));
  EXPECT_EQ(rows.lod(2)->lengths(), (LoD::Levels{{1}}));
}

TEST_F(StepRowsTest, ThreeLevels) {
  const LoDTensor x = Rows(5, {{1, 2}, {2, 1, 0}, {2, 1, 2}});
  const StepOrder order(x, false);
  const StepRows rows(order, x.lod());
  EXPECT_THAT(Steps(x, false),
              ElementsAre(ElementsAre(3, 4, 0, 1, 2), ElementsAre()));
  EXPECT_EQ(rows.lod(0)->lengths(), (LoD::Levels{{1, 2}, {2, 2, 1}}));
  EXPECT_EQ(rows.lod(1)->lengths(), (LoD::Levels{{0}, {}}));
}

TEST_F(StepRowsTest, EmptySequencesMakeNoSteps) {
  EXPECT_TRUE(Steps(Rows(0, {{0, 0}}), false).empty());
  EXPECT_TRUE(Steps(Rows(0), false).empty());
  EXPECT_EQ(StepOrder(Rows(0, {{0, 0}, {}}), true).steps(), 0);
}

TEST_F(StepRowsTest, InputsMakeTheSameSteps) {
  const StepOrder ragged(Rows(3, {{2, 1}}), false);
  ragged.CheckSame(Rows(3, {{2, 1}}), "input", 1);
  ragged.CheckSame(Rows(4, {{2, 1}, {1, 1, 2}}), "input", 1);
  EXPECT_ERROR(ragged.CheckSame(Rows(3, {{1, 2}}), "input", 1), InvalidArgument,
               "sequences of different lengths: {{2, 1}} of the first input, "
               "{{1, 2}} of input 1");
  EXPECT_ERROR(ragged.CheckSame(Rows(3), "output", 2), InvalidArgument,
               "none of output 2");
  const StepOrder dense(Rows(3), false);
  dense.CheckSame(LoDTensor(Rows(3).Reshaped({3, 2, 1})), "input", 1);
  EXPECT_ERROR(dense.CheckSame(Rows(2), "input", 1), InvalidArgument,
               "numbers of steps: 3 of the first input, 2 of input 1");
  EXPECT_ERROR(dense.CheckSame(Rows(3, {{2, 1}}), "input", 1), InvalidArgument,
               "none of the first input, {{2, 1}} of input 1");
  const LoDTensor number(Dims{}, DataType::kFloat32);
  EXPECT_ERROR(dense.CheckSame(number, "input", 1), InvalidArgument,
               "0 of input 1");
  EXPECT_ERROR(StepOrder(number, false), InvalidArgument, "without steps");
}

TEST_F(StepRowsTest, AStepOfAnotherShapeOrTypeHasNoPlace) {
  for (const LoDTensor& x : {Rows(3, {{2, 1}}), Rows(3)}) {
    const StepOrder order(x, false);
    const StepRows rows(order, x.lod());
    LoDTensor out(x.dims(), DataType::kFloat32);
    EXPECT_ERROR(rows.Scatter(device_, Rows(3), 0, &out), InvalidArgument,
                 "a step has [3, 2] float32, where [2");
    const LoDTensor step = rows.Gather(device_, x, 0, allocator_);
    EXPECT_ERROR(
        rows.Scatter(device_, Tensor(step.dims(), DataType::kInt64), 0, &out),
        InvalidArgument, "int64, where");
  }
}

class JoinStepLoDsTest : public ::testing::Test {
 protected:
  // Steps whose ranks are sequences of these lengths.
  static std::vector<LoDTensor> Steps(const std::vector<LoD::Levels>& steps) {
    std::vector<LoDTensor> values;
    for (const LoD::Levels& lengths : steps) {
      const auto& last = lengths.back();
      values.push_back(
          Rows(std::accumulate(last.begin(), last.end(), int64_t{0}), lengths));
    }
    return values;
  }

  const StepOrder order_{Rows(4, {{1, 0, 3}}), false};
};

TEST_F(JoinStepLoDsTest, SequencesGoToWhereTheirStepCameFrom) {
  // Ranks: sequence 2, sequence 0.
  const auto steps = Steps({{{5, 1}}, {{0}}, {{2}}});
  EXPECT_EQ(JoinStepLoDs(order_, steps, "y")->lengths(),
            (LoD::Levels{{1, 0, 3}, {1, 5, 0, 2}}));
  const auto nested = Steps({{{2, 1}, {3, 4, 5}}, {{0}, {}}, {{1}, {7}}});
  EXPECT_EQ(JoinStepLoDs(order_, nested, "y")->lengths(),
            (LoD::Levels{{1, 0, 3}, {1, 2, 0, 1}, {5, 3, 4, 7}}));
}

TEST_F(JoinStepLoDsTest, WithoutSteps) {
  const StepOrder none(Rows(0, {{0, 0}}), false);
  EXPECT_EQ(JoinStepLoDs(none, {}, "y")->lengths(), (LoD::Levels{{0, 0}}));
}

TEST_F(JoinStepLoDsTest, StepsThatDoNotFit) {
  EXPECT_ERROR(JoinStepLoDs(order_, Steps({{{5, 1}}, {{0, 1}}, {{2}}}), "y"),
               InvalidArgument,
               "output 'y' has the sequences {{0, 1}} at step 1, where 1 are "
               "wanted");
  EXPECT_ERROR(JoinStepLoDs(order_, Steps({{{5, 1}}, {{1}, {1}}, {{2}}}), "y"),
               InvalidArgument, "{{1}, {1}} at step 1");
  std::vector<LoDTensor> steps = Steps({{{5, 1}}, {{1}}, {{2}}});
  steps[2].set_lod(nullptr);
  EXPECT_ERROR(JoinStepLoDs(order_, steps, "y"), InvalidArgument,
               "the sequences none at step 2");
  steps[0].set_lod(nullptr);
  EXPECT_ERROR(JoinStepLoDs(order_, steps, "y"), InvalidArgument,
               "the sequences none at step 0");
  steps.pop_back();
  EXPECT_ERROR(JoinStepLoDs(order_, steps, "y"), InvalidArgument,
               "output 'y' has 2 steps of 3");
}

}  // namespace
}  // namespace paddle::operators
