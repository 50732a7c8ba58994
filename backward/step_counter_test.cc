#include "paddle/backward/step_counter.h"

#include "gtest/gtest.h"

#include "paddle/backward/testing/program_fixture.h"

namespace paddle::backward {
namespace {

using layer::DataType;
using layer::Dims;
using layer::Variable;

class StepCounterTest : public ProgramFixture {};

TEST_F(StepCounterTest, CountsInAPersistableVariable) {
  const Variable now = CountSteps("steps");
  EXPECT_EQ(now.dtype(), DataType::kInt64);
  EXPECT_EQ(now.dims(), Dims());
  EXPECT_TRUE(Variable(main_, 0, "steps_0").persistable());
  EXPECT_EQ(Ops(), R"(steps_0_now = assign(X=steps_0)
increment_0.tmp_0 = increment(X=steps_0_now)
steps_0 = assign(X=increment_0.tmp_0)
)");
}

TEST_F(StepCounterTest, Wraps) {
  CountSteps("steps", 4);
  EXPECT_EQ(main_->global_block().WriterOf("steps_0")->type(), "assign");
  EXPECT_EQ(
      Ops(3),
      R"(elementwise_mod_0.tmp_0 = elementwise_mod(X=increment_0.tmp_0, Y=constant_0)
steps_0 = assign(X=elementwise_mod_0.tmp_0)
)");
}

TEST_F(StepCounterTest, CountersAreApartUnlessShared) {
  EXPECT_NE(CountSteps("steps").name(), CountSteps("steps").name());
  const Variable shared = SharedStepCount("shared");
  const int ops = NumOps();
  EXPECT_EQ(SharedStepCount("shared"), shared);
  EXPECT_EQ(NumOps(), ops);
}

}  // namespace
}  // namespace paddle::backward
