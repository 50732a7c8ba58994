#include "paddle/framework/ir/nearest.h"

#include "gmock/gmock-more-matchers.h"
#include "gtest/gtest.h"

namespace paddle::framework {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(NearestTest, SlipsOfThePen) {
  const std::vector<std::string> known = {"relu", "elu", "sigmoid", "softmax",
                                          "mul"};
  EXPECT_EQ(DidYouMean("rellu", known), "; did you mean relu?");
  EXPECT_EQ(DidYouMean("SoftMax", known), "; did you mean softmax?");
  EXPECT_EQ(DidYouMean("sigmiod", known), "; did you mean sigmoid?");
  EXPECT_EQ(DidYouMean("mlu", known), "; did you mean elu or mul?");
  EXPECT_EQ(DidYouMean("conv2d", known), "");
}

TEST(NearestTest, NearestFirstThenByName) {
  EXPECT_THAT(NearestNames("abcdef", {"abcdxx", "abcdez", "abcdea", "abcdeb"}),
              ElementsAre("abcdea", "abcdeb", "abcdez"));
  EXPECT_EQ(DidYouMean("abc", {"abd", "abe"}), "; did you mean abd or abe?");
}

TEST(NearestTest, NothingInCommonIsNotNear) {
  EXPECT_THAT(NearestNames("x", {"y"}), IsEmpty());
  EXPECT_THAT(NearestNames("", {"y", ""}), IsEmpty());
  EXPECT_THAT(NearestNames(std::string(1000, 'a'), {std::string(1000, 'a')}),
              IsEmpty());
}

}  // namespace
}  // namespace paddle::framework
