#include "paddle/framework/registry/precision.h"

#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

REGISTER_PRECISION(made_up_product, kHalf);
REGISTER_PRECISION(made_up_norm, kFollows, "X", "Y");
REGISTER_PRECISION_FROM(96, "W", made_up_unit, kHalf, "X", "W");

TEST(Precision, IsSaidByTypes) {
  EXPECT_EQ(PrecisionTypes(),
            (NameList{"made_up_norm", "made_up_product", "made_up_unit"}));
  EXPECT_EQ(PrecisionRuleOf("made_up_product").precision, Precision::kHalf);
  EXPECT_TRUE(PrecisionRuleOf("made_up_product").slots.empty());
  EXPECT_EQ(PrecisionRuleOf("made_up_norm").precision, Precision::kFollows);
  EXPECT_EQ(PrecisionRuleOf("made_up_norm").slots, (NameList{"X", "Y"}));
}

TEST(Precision, MayDependOnASize) {
  EXPECT_EQ(PrecisionRuleOf("made_up_norm").sized, "");
  EXPECT_EQ(PrecisionRuleOf("made_up_unit").sized, "W");
  EXPECT_EQ(PrecisionRuleOf("made_up_unit").least, 96);
  EXPECT_EQ(PrecisionRuleOf("made_up_unit").slots, (NameList{"X", "W"}));
}

TEST(Precision, OthersComputeInFloat) {
  EXPECT_EQ(PrecisionRuleOf("unknown").precision, Precision::kFloat);
}

TEST(Precision, IsSaidOnce) {
  EXPECT_ERROR(internal::RegisterPrecision("made_up_norm", {}), AlreadyExists,
               "operator made_up_norm says twice");
}

}  // namespace
}  // namespace paddle::framework
