#include "paddle/framework/types/number.h"

#include <cmath>
#include <limits>

#include "gtest/gtest.h"

namespace paddle::framework {
namespace {

constexpr int64_t kOdd = (int64_t{1} << 53) + 1;
constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
constexpr int64_t kMin = std::numeric_limits<int64_t>::min();

TEST(FitsDoubleTest, UpToTwoTo53AndWhatEndsInZeros) {
  for (int64_t value : {int64_t{0}, kOdd - 1, 1 - kOdd, kOdd + 1, kMin}) {
    EXPECT_TRUE(FitsDouble(value)) << value;
  }
  for (int64_t value : {kOdd, -kOdd, kMax, kMax - 1}) {
    EXPECT_FALSE(FitsDouble(value)) << value;
  }
}

TEST(NumberTest, KeepsEveryBitOfAnInteger) {
  for (int64_t value : {int64_t{0}, kOdd, -kOdd, kMax, kMin}) {
    EXPECT_TRUE(Number(value).whole());
    EXPECT_EQ(*Number(value).integer(), value);
    EXPECT_EQ(Number(value).ToString(), std::to_string(value));
  }
  EXPECT_EQ(*Number(true).integer(), 1);
  EXPECT_EQ(Number(kOdd).value(), 9007199254740992.0);
}

TEST(NumberTest, AnIntegralDoubleIsAnIntegerOfThatValue) {
  EXPECT_FALSE(Number(2.0).whole());
  EXPECT_EQ(*Number(2.0).integer(), 2);
  EXPECT_EQ(*Number(-9223372036854775808.0).integer(), kMin);
  for (double value : {0.5, 9223372036854775808.0, std::nan(""), HUGE_VAL}) {
    EXPECT_FALSE(Number(value).integer()) << value;
  }
  EXPECT_EQ(Number(1099511627776.0).ToString(), "1099511627776");
  EXPECT_EQ(Number(0.1).ToString(), "0.1");
}

TEST(NumberTest, FitsElementsThatCanBeIt) {
  EXPECT_TRUE(Fits(kMax, DataType::kInt64));
  EXPECT_TRUE(Fits(255, DataType::kUInt8));
  EXPECT_TRUE(Fits(-128.0, DataType::kInt8));
  EXPECT_TRUE(Fits(true, DataType::kBool));
  EXPECT_TRUE(Fits(kOdd, DataType::kFloat32));
  EXPECT_FALSE(Fits(kOdd, DataType::kInt32));
  EXPECT_FALSE(Fits(-1, DataType::kUInt8));
  EXPECT_FALSE(Fits(2, DataType::kBool));
  EXPECT_FALSE(Fits(0.5, DataType::kInt64));
  EXPECT_FALSE(Fits(9223372036854775808.0, DataType::kInt64));
}

TEST(NumberTest, FitsElementsThatAreStoredOnly) {
  EXPECT_TRUE(Fits(65535, DataType::kUInt16));
  EXPECT_FALSE(Fits(65536, DataType::kUInt16));
  EXPECT_TRUE(Fits(kMax, DataType::kUInt64));
  EXPECT_TRUE(Fits(9223372036854775808.0, DataType::kUInt64));
  EXPECT_FALSE(Fits(18446744073709551616.0, DataType::kUInt64));
  EXPECT_FALSE(Fits(-1, DataType::kUInt64));
  EXPECT_FALSE(Fits(0.5, DataType::kUInt64));
  EXPECT_TRUE(Fits(-8, DataType::kInt4));
  EXPECT_FALSE(Fits(8, DataType::kInt4));
  EXPECT_FALSE(Fits(-1, DataType::kUInt2));
  EXPECT_TRUE(Fits(0.3, DataType::kFloat8E5M2));
}

TEST(NumberTest, OfTwoAttributesTheExactOneUnless0) {
  EXPECT_EQ(NumberOf(0.5, 0).value(), 0.5);
  EXPECT_EQ(*NumberOf(9007199254740992.0, kOdd).integer(), kOdd);
}

}  // namespace
}  // namespace paddle::framework
