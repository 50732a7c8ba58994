#include "paddle/platform/small_numbers_convert.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/platform/float16.h"

namespace paddle::platform {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr SmallRounding kSaturating;
constexpr SmallRounding kStrict = {false, ScaleRounding::kUp};

// The text of a standard as numbers: an independent reading of its bits.
double Reference(int bits, int exponent_bits, int mantissa_bits, int bias) {
  const int field = (bits >> mantissa_bits) & ((1 << exponent_bits) - 1);
  const double fraction =
      std::ldexp(bits & ((1 << mantissa_bits) - 1), -mantissa_bits);
  const double magnitude = field == 0 ? std::ldexp(fraction, 1 - bias)
                                      : std::ldexp(1 + fraction, field - bias);
  return (bits >> (exponent_bits + mantissa_bits)) == 1 ? -magnitude
                                                        : magnitude;
}

template <class T>
double Value(int bits) {
  return ValueOf(T{static_cast<uint8_t>(bits)});
}

template <class T>
void ExpectValues(int exponent_bits, int mantissa_bits, int bias,
                  const std::vector<int>& nans,
                  const std::vector<int>& infinities) {
  const auto holds = [](const std::vector<int>& all, int bits) {
    return std::find(all.begin(), all.end(), bits) != all.end();
  };
  for (int bits = 0; bits < 1 << (1 + exponent_bits + mantissa_bits); ++bits) {
    const double value = Value<T>(bits);
    if (holds(nans, bits)) {
      EXPECT_TRUE(std::isnan(value)) << bits;
    } else if (holds(infinities, bits)) {
      EXPECT_EQ(value, bits < 128 ? kInfinity : -kInfinity) << bits;
    } else {
      const double expected =
          Reference(bits, exponent_bits, mantissa_bits, bias);
      EXPECT_EQ(value, expected) << bits;
      EXPECT_EQ(std::signbit(value), std::signbit(expected)) << bits;
    }
  }
}

TEST(SmallNumbers, EveryPatternIsTheValueOfItsStandard) {
  ExpectValues<float8_e4m3fn>(4, 3, 7, {127, 255}, {});
  ExpectValues<float8_e4m3fnuz>(4, 3, 8, {128}, {});
  ExpectValues<float8_e5m2>(5, 2, 15, {125, 126, 127, 253, 254, 255},
                            {124, 252});
  ExpectValues<float8_e5m2fnuz>(5, 2, 16, {128}, {});
  ExpectValues<float4_e2m1fn>(2, 1, 1, {}, {});
  for (int bits = 0; bits < 255; ++bits) {
    EXPECT_EQ(Value<float8_e8m0fnu>(bits), std::ldexp(1, bits - 127));
  }
  EXPECT_TRUE(std::isnan(Value<float8_e8m0fnu>(255)));
}

// The bits of the finite number nearest to `value`, by trying all.
template <class T>
int Nearest(double value, int count, bool has_negative_zero) {
  double best = kInfinity;
  int found = 0;
  for (int bits = 0; bits < count; ++bits) {
    const double candidate = Value<T>(bits);
    const bool of_any_sign = candidate == 0 && !has_negative_zero;
    const bool same_sign =
        of_any_sign || std::signbit(candidate) == std::signbit(value);
    if (!std::isfinite(candidate) || !same_sign) continue;
    const double distance = std::abs(candidate - value);
    if (distance < best || (distance == best && bits % 2 == 0)) {
      best = distance;
      found = bits;
    }
  }
  return found;
}

template <class T>
double Largest(int count) {
  double largest = 0;
  for (int bits = 0; bits < count; ++bits) {
    const double value = Value<T>(bits);
    if (std::isfinite(value)) largest = std::max(largest, value);
  }
  return largest;
}

// `limit`: the least magnitude that rounds to more than the largest number.
template <class T>
void ExpectRoundsAllHalves(int count, double limit, bool has_negative_zero) {
  for (int bits = 0; bits <= 0xffff; ++bits) {
    const double value =
        static_cast<float>(float16::FromBits(static_cast<uint16_t>(bits)));
    const T found = SmallFloat<T>(value, kSaturating);
    const double back = ValueOf(found);
    if (std::isnan(value)) {
      EXPECT_TRUE(std::isnan(back) || count == 16) << bits;
      continue;
    }
    if (std::isinf(value)) {
      EXPECT_EQ(std::abs(back), Largest<T>(count));
      EXPECT_EQ(back < 0, value < 0);
      continue;
    }
    ASSERT_EQ(found.bits, Nearest<T>(value, count, has_negative_zero)) << value;
    const T strict = SmallFloat<T>(value, kStrict);
    if (std::abs(value) < limit) {
      EXPECT_EQ(strict.bits, found.bits) << value;
    } else {
      EXPECT_FALSE(std::isfinite(ValueOf(strict))) << value;
    }
  }
}

TEST(SmallNumbers, EveryFloat16GoesToTheNearestNumber) {
  ExpectRoundsAllHalves<float8_e4m3fn>(256, 464 + 1e-9, true);
  ExpectRoundsAllHalves<float8_e4m3fnuz>(256, 248, false);
  ExpectRoundsAllHalves<float8_e5m2>(256, 61440, true);
  ExpectRoundsAllHalves<float8_e5m2fnuz>(256, 61440, false);
  // Without saturation, too, it has no other end.
  ExpectRoundsAllHalves<float4_e2m1fn>(16, kInfinity, true);
}

template <class T>
void ExpectSurvives() {
  for (int bits = 0; bits < 256; ++bits) {
    const double value = Value<T>(bits);
    const T back = SmallFloat<T>(value, kStrict);
    if (std::isnan(value)) {
      EXPECT_TRUE(std::isnan(ValueOf(back))) << bits;
    } else {
      EXPECT_EQ(back.bits, bits);
    }
  }
}

TEST(SmallNumbers, EveryPatternSurvivesTheWayToDoubleAndBack) {
  ExpectSurvives<float8_e4m3fn>();
  ExpectSurvives<float8_e4m3fnuz>();
  ExpectSurvives<float8_e5m2>();
  ExpectSurvives<float8_e5m2fnuz>();
  ExpectSurvives<float8_e8m0fnu>();
}

TEST(SmallNumbers, SpecialValues) {
  const auto e4m3fn = [](double value) {
    return SmallFloat<float8_e4m3fn>(value, kStrict).bits;
  };
  EXPECT_EQ(e4m3fn(kInfinity), 0x7f);
  EXPECT_EQ(e4m3fn(-kInfinity), 0xff);
  EXPECT_EQ(e4m3fn(-0.0), 0x80);
  const auto e5m2 = [](double value) {
    return SmallFloat<float8_e5m2>(value, kStrict).bits;
  };
  EXPECT_EQ(e5m2(-1e9), 0xfc);
  EXPECT_EQ(e5m2(kNaN), 0x7e);
  EXPECT_EQ(SmallFloat<float8_e5m2fnuz>(-0.0, kSaturating).bits, 0);
  EXPECT_EQ(SmallFloat<float8_e5m2fnuz>(1e9, kStrict).bits, 0x80);
  EXPECT_EQ(SmallFloat<float4_e2m1fn>(kNaN, kSaturating).bits, 8);
  // The least doubles are nothing.
  EXPECT_EQ(e5m2(5e-324), 0);
  // Not rounded to float32 first, where this were a tie.
  EXPECT_EQ(ValueOf(SmallFloat<float4_e2m1fn>(1.25 + 0x1p-40, kStrict)), 1.5);
}

TEST(SmallNumbers, ScalesArePowersOfTwo) {
  using Scale = float8_e8m0fnu;
  const auto rounded = [](double value, ScaleRounding rounding) {
    return ValueOf(SmallFloat<Scale>(value, {true, rounding}));
  };
  EXPECT_EQ(rounded(1.01, ScaleRounding::kUp), 2);
  EXPECT_EQ(rounded(1.99, ScaleRounding::kDown), 1);
  EXPECT_EQ(rounded(1.49, ScaleRounding::kNearest), 1);
  EXPECT_EQ(rounded(1.5, ScaleRounding::kNearest), 2);
  EXPECT_EQ(rounded(0, ScaleRounding::kUp), 0x1p-127);
  EXPECT_EQ(rounded(kInfinity, ScaleRounding::kUp), 0x1p127);
  EXPECT_EQ(rounded(0x1.8p127, ScaleRounding::kUp), 0x1p127);
  const SmallRounding strict = {false, ScaleRounding::kNearest};
  for (const double none : {0.0, -1.0, kNaN, kInfinity, 0x1.8p127, 0x1p-129}) {
    EXPECT_EQ(SmallFloat<Scale>(none, strict).bits, 255) << none;
  }
  EXPECT_EQ(SmallFloat<Scale>(0x1p-128, strict).bits, 0);
}

TEST(SmallNumbers, IntegersKeepTheirLowBits) {
  for (int64_t value = -40; value < 40; ++value) {
    const int64_t four = ((value % 16) + 16) % 16;
    EXPECT_EQ(ValueOf(SmallInteger<uint4>(value)), four);
    EXPECT_EQ(ValueOf(SmallInteger<int4>(value)), four < 8 ? four : four - 16);
    const int64_t two = four % 4;
    EXPECT_EQ(ValueOf(SmallInteger<uint2>(value)), two);
    EXPECT_EQ(ValueOf(SmallInteger<int2>(value)), two < 2 ? two : two - 4);
    EXPECT_EQ(SmallInteger<int4>(value).bits, four);
  }
  EXPECT_EQ(LowestOf<int4>(), -8);
  EXPECT_EQ(HighestOf<int4>(), 7);
  EXPECT_EQ(LowestOf<uint2>(), 0);
  EXPECT_EQ(HighestOf<uint2>(), 3);
  // Bits that the type has not.
  EXPECT_EQ(ValueOf(int4{0xf7}), 7);
  EXPECT_EQ(ValueOf(float4_e2m1fn{0xf7}), 6);
}

}  // namespace
}  // namespace paddle::platform
