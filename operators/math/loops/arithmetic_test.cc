#include "paddle/operators/math/loops/arithmetic.h"

#include <cmath>
#include <cstdint>
#include <limits>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/platform/enforce.h"

namespace paddle::operators::kernels {
namespace {

constexpr int32_t kMax = std::numeric_limits<int32_t>::max();
constexpr int32_t kMin = std::numeric_limits<int32_t>::min();

TEST(Arithmetic, IntegersWrapAround) {
  EXPECT_EQ(Add(kMax, 1), kMin);
  EXPECT_EQ(Subtract(kMin, 1), kMax);
  EXPECT_EQ(Multiply(kMax, 2), -2);
  EXPECT_EQ(Divide(kMin, -1), kMin);
}

TEST(Arithmetic, IntegersDivideTowardsZero) {
  EXPECT_EQ(Divide(7, 2), 3);
  EXPECT_EQ(Divide(-7, 2), -3);
  EXPECT_EQ(Divide(int64_t{-8}, int64_t{-1}), 8);
}

TEST(Arithmetic, FloorDivisionRoundsDown) {
  EXPECT_EQ(FloorDivide(7, 2), 3);
  EXPECT_EQ(FloorDivide(-7, 2), -4);
  EXPECT_EQ(FloorDivide(7, -2), -4);
  EXPECT_EQ(FloorDivide(-8, 2), -4);
  EXPECT_EQ(FloorDivide(kMin, -1), kMin);
  EXPECT_EQ(FloorDivide(-7.5, 2.0), -4);
  EXPECT_EQ(FloorDivide(1.0, 0.1), 9);  // 0.1 is a little more than a tenth
}

// The largest number without a sign is no -1.
TEST(Arithmetic, DivisorsWithoutASign) {
  constexpr uint8_t kMost = 255;
  EXPECT_EQ(Divide<uint8_t>(254, kMost), 0);
  EXPECT_EQ(Divide(kMost, kMost), 1);
  EXPECT_EQ(FloorDivide<uint8_t>(254, kMost), 0);
  EXPECT_EQ(FloorModulo<uint8_t>(254, kMost), 254);
  EXPECT_EQ(FloorModulo<uint64_t>(7, uint64_t{1} << 63), 7u);
}

TEST(Arithmetic, WhatIsLeftHasTheSignOfTheDivisor) {
  EXPECT_EQ(FloorModulo(-7, 3), 2);
  EXPECT_EQ(FloorModulo(7, -3), -2);
  EXPECT_EQ(FloorModulo(kMin, -1), 0);
  EXPECT_EQ(FloorModulo(-7.5, 2.0), 0.5);
  EXPECT_TRUE(std::signbit(FloorModulo(6.0, -3.0)));
  EXPECT_TRUE(std::isnan(FloorModulo(1.f, 0.f)));
}

TEST(Arithmetic, PowersOfIntegersWrapAround) {
  EXPECT_EQ(Power(3, 4), 81);
  EXPECT_EQ(Power(-2, 31), kMin);
  EXPECT_EQ(Power(2, 32), 0);
  EXPECT_EQ(Power(0, 0), 1);
  EXPECT_EQ(Power(int64_t{-1}, int64_t{1} << 40), 1);
}

TEST(Arithmetic, IntegerDivisionByZeroIsAnError) {
  try {
    Divide(5, 0);
    FAIL() << "nothing was thrown";
  } catch (const platform::Error& error) {
    EXPECT_EQ(error.code(), platform::ErrorCode::kInvalidArgument);
    EXPECT_THAT(error.what(), ::testing::HasSubstr("division of 5 by 0"));
  }
}

TEST(Arithmetic, FloatingPointFollowsIeee) {
  EXPECT_EQ(Divide(1.0, 0.0), std::numeric_limits<double>::infinity());
  EXPECT_EQ(Add(0.5f, 0.25f), 0.75f);
}

TEST(Arithmetic, MaxReducerKeepsNaN) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const MaxReducer max;
  EXPECT_EQ(max(1.f, 2.f), 2.f);
  EXPECT_EQ(max(2.f, 1.f), 2.f);
  EXPECT_TRUE(std::isnan(max(nan, 1.f)));
  EXPECT_TRUE(std::isnan(max(1.f, nan)));
}

TEST(Arithmetic, Identities) {
  EXPECT_EQ(SumReducer::Identity<float>(), 0.f);
  EXPECT_EQ(MaxReducer::Identity<float>(),
            -std::numeric_limits<float>::infinity());
  EXPECT_EQ(MaxReducer::Identity<int32_t>(), kMin);
}

}  // namespace
}  // namespace paddle::operators::kernels
