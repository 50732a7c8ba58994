#include "paddle/framework/executor/step_scopes.h"

#include <memory>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/scope/scope.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

using ::testing::ElementsAre;

std::shared_ptr<const NameList> Names(NameList names) {
  return std::make_shared<const NameList>(std::move(names));
}

TEST(StepScopesTest, HoldsTheVariablesOfEachStep) {
  StepScopes steps;
  steps.Begin(Names({"a", "b"}));
  EXPECT_EQ(steps.size(), 0);
  for (int i = 0; i < 100; ++i) {
    VariableValue* values = steps.Add();
    EXPECT_TRUE(values[0].empty() && values[1].empty());
    *values[0].GetMutable<int>() = i;
    *values[1].GetMutable<int>() = -i;
  }
  EXPECT_EQ(steps.size(), 100);
  EXPECT_THAT(steps.names(), ElementsAre("a", "b"));
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(*steps.Get(i)[0].GetMutable<int>(), i);
    EXPECT_EQ(*steps.Get(i)[1].GetMutable<int>(), -i);
  }
}

TEST(StepScopesTest, BeginAndClearForgetTheSteps) {
  const auto counted = std::make_shared<int>(0);
  StepScopes steps;
  for (int i = 0; i < 2; ++i) {
    steps.Begin(Names({"a"}));
    *steps.Add()->GetMutable<std::shared_ptr<int>>() = counted;
    EXPECT_EQ(counted.use_count(), 2);
  }
  steps.Clear();
  EXPECT_EQ(steps.size(), 0);
  EXPECT_EQ(counted.use_count(), 1);
  EXPECT_THAT(steps.names(), ElementsAre("a"));
}

TEST(StepScopesTest, CountsStepsOfWhichNothingIsKept) {
  StepScopes steps;
  steps.Begin(Names({}));
  steps.Add();
  steps.Add();
  EXPECT_EQ(steps.size(), 2);
  steps.Get(1);
}

TEST(StepScopesTest, AStepThatThereIsNot) {
  StepScopes steps;
  EXPECT_ERROR(steps.Get(0), OutOfRange, "step 0 of a loop that made 0");
  steps.Begin(Names({"a"}));
  steps.Add();
  EXPECT_ERROR(steps.Get(1), OutOfRange, "step 1 of a loop that made 1");
  EXPECT_ERROR(steps.Get(-1), OutOfRange, "step -1 of a loop that made 1");
}

TEST(StepScopesTest, OfAVariable) {
  const auto scope = Scope::Create();
  Variable* variable = scope->Var("steps");
  EXPECT_ERROR(StepScopesOf(variable), FailedPrecondition,
               "the variable is not initialised");
  auto* steps = variable->GetMutable<StepScopes>();
  EXPECT_EQ(StepScopesOf(variable), steps);
  *variable->GetMutable<int>() = 7;
  EXPECT_ERROR(StepScopesOf(variable), FailedPrecondition,
               "the variable holds a int, not a");
  EXPECT_EQ(variable->Get<int>(), 7);
}

}  // namespace
}  // namespace paddle::framework
