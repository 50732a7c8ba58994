#include "paddle/framework/registry/elementwise_rule.h"

#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

REGISTER_ELEMENTWISE(made_up, {"Out", {"X", "Y"}, /*broadcasts=*/true},
                     {"Twice", {"X"}});

TEST(ElementwiseRule, IsFoundByTypeAndOutput) {
  EXPECT_EQ(ElementwiseTypes(), NameList{"made_up"});
  EXPECT_EQ(ElementwiseRules("made_up").size(), 2u);
  const ElementwiseRule* rule = FindElementwiseRule("made_up", "Out");
  ASSERT_NE(rule, nullptr);
  EXPECT_EQ(rule->inputs, (NameList{"X", "Y"}));
  EXPECT_TRUE(rule->broadcasts);
  EXPECT_FALSE(FindElementwiseRule("made_up", "Twice")->broadcasts);
}

TEST(ElementwiseRule, OthersHaveNone) {
  EXPECT_TRUE(ElementwiseRules("unknown").empty());
  EXPECT_EQ(FindElementwiseRule("made_up", "Mask"), nullptr);
}

REGISTER_ELEMENTWISE_UPDATE(made_up_step);

TEST(ElementwiseRule, KnowsOptimizers) {
  EXPECT_EQ(ElementwiseUpdates(), NameList{"made_up_step"});
  EXPECT_TRUE(UpdatesElements("made_up_step"));
  EXPECT_FALSE(UpdatesElements("made_up"));
}

TEST(ElementwiseRule, IsSaidOnce) {
  EXPECT_ERROR(internal::RegisterElementwise("made_up", {}), AlreadyExists,
               "operator made_up says twice");
}

}  // namespace
}  // namespace paddle::framework
