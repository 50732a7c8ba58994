#include "paddle/framework/layers/number.h"

#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::layer {
namespace {

using framework::Attribute;
constexpr int64_t kOdd = (int64_t{1} << 53) + 1;

TEST(NumberTest, IsAnAttributeOfItsOwnType) {
  EXPECT_EQ(AttributeOf(Number(kOdd)), Attribute(kOdd));
  EXPECT_EQ(AttributeOf(Number(true)), Attribute(int64_t{1}));
  EXPECT_EQ(AttributeOf(Number(2.0)), Attribute(2.0));
}

TEST(NumbersTest, AreIntsIfAllAre) {
  EXPECT_EQ(AttributeOf(Numbers{1, kOdd}),
            Attribute(std::vector<int64_t>{1, kOdd}));
  EXPECT_EQ(AttributeOf(Numbers{1, 0.5}),
            Attribute(std::vector<double>{1, 0.5}));
  EXPECT_EQ(AttributeOf(Numbers(std::vector<double>{1, 2})),
            Attribute(std::vector<double>{1, 2}));
  EXPECT_ERROR(AttributeOf(Numbers{0.5, kOdd}), InvalidArgument,
               "9007199254740993 stands among floats");
}

}  // namespace
}  // namespace paddle::layer
