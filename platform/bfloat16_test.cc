#include "paddle/platform/bfloat16.h"

#include <cmath>
#include <limits>

#include "gtest/gtest.h"

namespace paddle::platform {
namespace {

using Limits = std::numeric_limits<bfloat16>;

TEST(BFloat16, EveryValueSurvivesTheWayToFloatAndBack) {
  for (int bits = 0; bits <= 0xffff; ++bits) {
    const float value = bfloat16::FromBits(static_cast<uint16_t>(bits));
    if (std::isnan(value)) {
      EXPECT_TRUE(std::isnan(static_cast<float>(bfloat16(value)))) << bits;
    } else {
      EXPECT_EQ(bfloat16(value).bits, bits);
    }
  }
}

TEST(BFloat16, RoundsToNearestEven) {
  const float ulp = 0x1p-7f;  // at 1
  EXPECT_EQ(bfloat16(1 + 0.5f * ulp).bits, bfloat16(1).bits);
  EXPECT_EQ(bfloat16(1 + 1.5f * ulp).bits, bfloat16(1 + 2 * ulp).bits);
  EXPECT_EQ(bfloat16(1 + 0.51f * ulp).bits, bfloat16(1 + ulp).bits);
  EXPECT_EQ(bfloat16(std::numeric_limits<float>::max()).bits,
            Limits::infinity().bits);
}

TEST(BFloat16, ANaNWithLowBitsOnlyStaysNaN) {
  uint32_t bits = 0x7f800001u;
  float value;
  std::memcpy(&value, &bits, sizeof(value));
  EXPECT_TRUE(std::isnan(static_cast<float>(bfloat16(value))));
}

TEST(BFloat16, Limits) {
  EXPECT_EQ(Limits::min(), std::numeric_limits<float>::min());
  EXPECT_EQ(Limits::epsilon(), 0x1p-7f);
  EXPECT_EQ(Limits::lowest(), -static_cast<float>(Limits::max()));
  EXPECT_TRUE(std::isinf(static_cast<float>(Limits::infinity())));
  EXPECT_TRUE(std::isnan(static_cast<float>(Limits::quiet_NaN())));
}

}  // namespace
}  // namespace paddle::platform
