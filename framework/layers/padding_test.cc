#include "paddle/framework/layers/padding.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::layer {
namespace {

using Integers = std::vector<int64_t>;

TEST(Padding, HasANumberForEachAxisOrEachEnd) {
  EXPECT_EQ(Padding(2).Of(2, "p"), (Integers{2, 2}));
  EXPECT_EQ(Padding({1, 2}).Of(2, "p"), (Integers{1, 2}));
  EXPECT_EQ(Padding({0, 1, 2, 2}).Of(2, "p"), (Integers{0, 1, 2, 2}));
  // Ends that are alike are written as operators had them before.
  EXPECT_EQ(Padding({1, 1, 2, 2}).Of(2, "p"), (Integers{1, 2}));
  EXPECT_EQ(Padding({1, 2, 3}).Of(3, "p"), (Integers{1, 2, 3}));
  EXPECT_EQ(Padding({0, 1, 2, 2}).SumsOf(2, "p"), (Integers{1, 4}));
  EXPECT_EQ(Padding({1, 2}).SumsOf(2, "p"), (Integers{2, 4}));
  EXPECT_ERROR(Padding({1, 2, 3}).Of(2, "conv's padding"), InvalidArgument,
               "conv's padding is one number, 2, or one for each end, 4, not "
               "3");
}

TEST(Padding, MayHaveAName) {
  EXPECT_TRUE(Padding::Named("same").is_same());
  EXPECT_FALSE(Padding::Named("VALID").is_same());
  EXPECT_EQ(Padding::Named("VALID").Of(3, "p"), (Integers{0, 0, 0}));
  EXPECT_ERROR(Padding::Named("FULL"), InvalidArgument,
               "padding 'FULL': it is SAME, VALID or numbers");
}

TEST(Padding, BecomesAttributes) {
  AttributeMap attrs;
  Padding({0, 1, 2, 3}).AppendTo(&attrs, 2, "p");
  ASSERT_EQ(attrs.size(), 1);
  EXPECT_EQ(attrs[0].first, "paddings");
  EXPECT_EQ(std::get<Integers>(attrs[0].second), (Integers{0, 1, 2, 3}));
  attrs.clear();
  Padding::Same().AppendTo(&attrs, 2, "p");
  ASSERT_EQ(attrs.size(), 2);
  EXPECT_EQ(attrs[1].first, "padding_algorithm");
  EXPECT_EQ(std::get<std::string>(attrs[1].second), "SAME");
}

}  // namespace
}  // namespace paddle::layer
