#include "paddle/platform/float16.h"

#include <cmath>
#include <limits>

#include "gtest/gtest.h"

namespace paddle::platform {
namespace {

using Limits = std::numeric_limits<float16>;

// The portable conversions, whatever the processor has.
uint16_t Round(float value) { return internal::HalfBitsOfFloat(value); }

TEST(Float16, EveryValueSurvivesTheWayToFloatAndBack) {
  for (int bits = 0; bits <= 0xffff; ++bits) {
    const auto half = float16::FromBits(static_cast<uint16_t>(bits));
    const float value = half;
    if (std::isnan(value)) {
      EXPECT_TRUE(std::isnan(static_cast<float>(float16(value)))) << bits;
      EXPECT_TRUE(std::isnan(internal::FloatOfHalfBits(half.bits))) << bits;
      continue;
    }
    EXPECT_EQ(float16(value).bits, bits);
    EXPECT_EQ(Round(value), bits);
    EXPECT_EQ(internal::FloatOfHalfBits(half.bits), value);
  }
}

TEST(Float16, RoundsToNearestEven) {
  const float ulp = 0x1p-10f;  // at 1
  EXPECT_EQ(float16(1 + 0.5f * ulp).bits, float16(1).bits);
  EXPECT_EQ(float16(1 + 1.5f * ulp).bits, float16(1 + 2 * ulp).bits);
  EXPECT_EQ(float16(1 + 0.51f * ulp).bits, float16(1 + ulp).bits);
  EXPECT_EQ(float16(65519.0f).bits, Limits::max().bits);
  EXPECT_EQ(float16(65520.0f).bits, Limits::infinity().bits);
  EXPECT_EQ(float16(0x1p-25f).bits, 0);    // half of the smallest: to even
  EXPECT_EQ(float16(0x1.1p-25f).bits, 1);  // a little more: up
  EXPECT_EQ(float16(-0x1.8p-24f).bits, 0x8002);  // 1.5 of it: to even
}

TEST(Float16, PortableRoundingAgreesBetweenAllNeighbours) {
  for (int bits = 0; bits < 0x7bff; ++bits) {
    const float low = float16::FromBits(static_cast<uint16_t>(bits));
    const float high = float16::FromBits(static_cast<uint16_t>(bits + 1));
    const float middle = low + (high - low) / 2;
    const int even = bits % 2 == 0 ? bits : bits + 1;
    ASSERT_EQ(Round(middle), even);
    ASSERT_EQ(Round(std::nextafter(middle, low)), bits);
    ASSERT_EQ(Round(std::nextafter(middle, high)), bits + 1);
    ASSERT_EQ(Round(-middle), even | 0x8000);
    ASSERT_EQ(float16(middle).bits, even);
  }
}

TEST(Float16, Limits) {
  EXPECT_EQ(Limits::max(), 65504.0f);
  EXPECT_EQ(Limits::lowest(), -65504.0f);
  EXPECT_EQ(Limits::min(), 0x1p-14f);
  EXPECT_EQ(Limits::epsilon(), 0x1p-10f);
  EXPECT_TRUE(std::isinf(static_cast<float>(Limits::infinity())));
  EXPECT_TRUE(std::isnan(static_cast<float>(Limits::quiet_NaN())));
  EXPECT_TRUE(std::isnan(static_cast<float>(float16(std::nanf("")))));
  EXPECT_EQ(Round(std::numeric_limits<float>::infinity()), 0x7c00);
}

}  // namespace
}  // namespace paddle::platform
