#include "paddle/operators/math/loops/convert.h"

#include <cstdint>
#include <limits>

#include "gtest/gtest.h"

namespace paddle::operators::kernels {
namespace {

using platform::bfloat16;
using platform::float16;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

template <typename Int>
void ExpectEndsOfRange() {
  constexpr Int kMax = std::numeric_limits<Int>::max();
  constexpr Int kMin = std::numeric_limits<Int>::min();
  for (const double big : {1e30, kInfinity}) {
    EXPECT_EQ(Convert<Int>(big), kMax);
    EXPECT_EQ(Convert<Int>(-big), kMin);
    EXPECT_EQ(Convert<Int>(static_cast<float>(big)), kMax);
  }
  EXPECT_EQ(Convert<Int>(kNaN), 0);
  EXPECT_EQ(Convert<Int>(99.9f), 99);
}

TEST(Convert, FloatingToIntegerStaysInRange) {
  ExpectEndsOfRange<int8_t>();
  ExpectEndsOfRange<uint8_t>();
  ExpectEndsOfRange<int16_t>();
  ExpectEndsOfRange<int32_t>();
  ExpectEndsOfRange<int64_t>();
  EXPECT_EQ(Convert<int8_t>(-128.5), -128);
  EXPECT_EQ(Convert<int32_t>(2147483647.0), 2147483647);
  EXPECT_EQ(Convert<int32_t>(-1.9), -1);
  EXPECT_EQ(Convert<uint8_t>(-0.5), 0);
}

TEST(Convert, ToBool) {
  EXPECT_TRUE(Convert<bool>(0.25));
  EXPECT_TRUE(Convert<bool>(kNaN));
  EXPECT_FALSE(Convert<bool>(-0.0));
  EXPECT_TRUE(Convert<bool>(int64_t{256}));
  EXPECT_FALSE(Convert<bool>(float16(0.f)));
  EXPECT_EQ(Convert<float>(true), 1.f);
}

TEST(Convert, IntegersWrapAround) {
  EXPECT_EQ(Convert<int8_t>(int64_t{257}), 1);
  EXPECT_EQ(Convert<uint8_t>(-1), 255);
}

TEST(Convert, HalfTypes) {
  EXPECT_EQ(static_cast<float>(Convert<float16>(1.5)), 1.5f);
  EXPECT_EQ(static_cast<float>(Convert<bfloat16>(int64_t{-3})), -3.f);
  EXPECT_EQ(Convert<int32_t>(float16(2.75f)), 2);
  EXPECT_EQ(static_cast<float>(Convert<bfloat16>(float16(0.5f))), 0.5f);
}

}  // namespace
}  // namespace paddle::operators::kernels
