#include "paddle/operators/elementwise/tile_plan.h"

#include <utility>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/registry/elementwise_rule.h"

namespace paddle::operators {
namespace {

const framework::ElementwiseRule kRule = {"Out", {"X", "Y"}, true};

FusedStep Step(std::vector<int> operands, int64_t axis = -1) {
  FusedStep step;
  step.rule = &kRule;
  step.operands = std::move(operands);
  step.axis = axis;
  return step;
}

// No step takes sums.
TilePlan Plan(const FusedProgram& program) {
  return PlanTiles(program, std::vector<bool>(program.steps.size()));
}

using Views = std::vector<TilePlan::View>;

TEST(TilePlan, AChainNeedsOneBuffer) {
  const TilePlan plan =
      Plan({{Step({0, 1}), Step({-1, 1}), Step({-2, 1}), Step({-3, 1})}, {3}});
  EXPECT_EQ(plan.views, (Views{{0, -1}, {1, -1}}));
  EXPECT_EQ(plan.buffers, 1);
  EXPECT_EQ(plan.steps[1].values, (std::vector<int>{2, 1}));
  EXPECT_EQ(plan.steps[1].buffer, 0);
  EXPECT_EQ(plan.steps[3].output, 0);
  EXPECT_EQ(plan.delayed, -1);
}

TEST(TilePlan, ResultsThatLiveTogetherHaveBuffersOfTheirOwn) {
  const TilePlan plan =
      Plan({{Step({0, 0}), Step({0, 0}), Step({-1, -2}), Step({-3, -1})}, {3}});
  EXPECT_EQ(plan.buffers, 2);
  EXPECT_NE(plan.steps[0].buffer, plan.steps[1].buffer);
  EXPECT_EQ(plan.steps[2].buffer, plan.steps[1].buffer);
}

TEST(TilePlan, ResultsThatAreOutputsNeedNone) {
  const TilePlan plan = Plan({{Step({0, 0}), Step({-1, -1})}, {1, 0}});
  EXPECT_EQ(plan.buffers, 0);
  EXPECT_EQ(plan.steps[0].output, 1);
  EXPECT_EQ(plan.steps[1].output, 0);
}

TEST(TilePlan, AnInputAtTwoAxesIsTwoViews) {
  const TilePlan plan = Plan({{Step({0, 1}, 0), Step({-1, 1}, 1)}, {1}});
  EXPECT_EQ(plan.views, (Views{{0, -1}, {1, 0}, {1, 1}}));
}

// It may have the memory of the first input, which the second step reads.
TEST(TilePlan, TheFirstOutputIsNotWrittenTooEarly) {
  const TilePlan plan = Plan({{Step({0, 1}), Step({-1, 0})}, {0, 1}});
  EXPECT_EQ(plan.delayed, 0);
  EXPECT_EQ(plan.steps[0].output, -1);
  EXPECT_EQ(plan.steps[0].buffer, 0);
  EXPECT_EQ(plan.steps[1].output, 1);
}

TEST(TilePlan, ABufferThatIsCopiedLaterIsNotUsedAgain) {
  const TilePlan plan =
      Plan({{Step({1, 1}), Step({-1, 0}), Step({-2, -2})}, {0, 2}});
  EXPECT_EQ(plan.delayed, 0);
  EXPECT_NE(plan.steps[1].buffer, plan.steps[0].buffer);
}

TEST(TilePlan, ASumThatOneStepReadsIsNotStored) {
  const framework::ElementwiseRule relu = {"Out", {"X"}};
  FusedStep unary;
  unary.rule = &relu;
  unary.operands = {-1};
  FusedStep add = Step({0, 1});
  add.desc.set_type("elementwise_add");
  const TilePlan plan = PlanTiles({{add, unary}, {1}}, {false, true});
  EXPECT_TRUE(plan.steps[0].skipped);
  EXPECT_TRUE(plan.steps[1].of_sum);
  EXPECT_EQ(plan.steps[1].values, (std::vector<int>{0, 1}));
  EXPECT_EQ(plan.buffers, 0);
  EXPECT_FALSE(
      PlanTiles({{add, unary}, {1, 0}}, {false, true}).steps[1].of_sum);
  EXPECT_FALSE(Plan({{add, unary}, {1}}).steps[1].of_sum);
}

}  // namespace
}  // namespace paddle::operators
