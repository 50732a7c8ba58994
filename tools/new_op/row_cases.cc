// The row of an optimizer that new-op writes.
#include "gtest/gtest.h"

#include "paddle/tools/new_op/step_example_row.h"

namespace paddle::backward {
namespace {

TEST(NewOptimizer, HasAttributesAndStates) {
  const StepExampleSettings settings;
  const auto attrs = AttrsOf<StepExampleRow>(settings);
  ASSERT_EQ(attrs.size(), 2);
  EXPECT_EQ(attrs[0].first, "decay");
  EXPECT_EQ(std::get<double>(attrs[0].second), 0.9);
  ASSERT_EQ(StepExampleRow::States(settings).size(), 1);
  EXPECT_NO_THROW(StepExampleOptimizer(0.5));
}

}  // namespace
}  // namespace paddle::backward
