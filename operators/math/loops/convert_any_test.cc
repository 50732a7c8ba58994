#include "paddle/operators/math/loops/convert_any.h"

#include <cstdint>
#include <limits>

#include "gtest/gtest.h"

#include "paddle/platform/bfloat16.h"
#include "paddle/platform/small_numbers.h"
#include "paddle/platform/small_numbers_convert.h"

namespace paddle::operators::kernels {
namespace {

template <class To, class From>
To Converted(From value) {
  return FromWide<To>(WideElement(value), platform::SmallRounding());
}

TEST(ConvertAny, KeepsAll64Bits) {
  constexpr uint64_t kMost = std::numeric_limits<uint64_t>::max();
  EXPECT_EQ(Converted<uint64_t>(kMost - 1), kMost - 1);
  EXPECT_EQ(Converted<int64_t>(kMost), -1);
  EXPECT_EQ(Converted<uint64_t>(int64_t{-1}), kMost);
  EXPECT_EQ(Converted<double>(kMost), 0x1p64);
  EXPECT_EQ(Converted<float>(uint64_t{1} << 63), 0x1p63f);
  EXPECT_EQ(Converted<uint64_t>(1e30), kMost);
  EXPECT_EQ(Converted<uint64_t>(-1.0), 0);
}

TEST(ConvertAny, IntegersWrapAroundAndFloatsDoNot) {
  EXPECT_EQ(Converted<uint16_t>(-1), 65535);
  EXPECT_EQ(Converted<uint16_t>(-1.f), 0);
  EXPECT_EQ(Converted<uint32_t>(uint64_t{1} << 32), 0);
  EXPECT_EQ(Converted<int8_t>(uint16_t{200}), -56);
}

TEST(ConvertAny, SmallIntegersKeepTheirLowestBits) {
  EXPECT_EQ(Converted<platform::int4>(-9.f).bits, 7);
  EXPECT_EQ(Converted<platform::uint4>(17).bits, 1);
  EXPECT_EQ(Converted<platform::uint2>(uint64_t{7}).bits, 3);
  EXPECT_EQ(Converted<int8_t>(platform::int4{8}), -8);
  EXPECT_EQ(Converted<uint16_t>(platform::int2{3}), 65535);
  EXPECT_TRUE(Converted<bool>(platform::int2{2}));
}

TEST(ConvertAny, SmallFloats) {
  using platform::float8_e4m3fn;
  EXPECT_EQ(Converted<float8_e4m3fn>(uint64_t{448}).bits, 0x7e);
  EXPECT_EQ(Converted<platform::bfloat16>(float8_e4m3fn{0x7e}).bits,
            platform::bfloat16(448.f).bits);
  EXPECT_EQ(Converted<int32_t>(float8_e4m3fn{0xfe}), -448);
  EXPECT_EQ(Converted<platform::float4_e2m1fn>(float8_e4m3fn{0x7e}).bits, 7);
  EXPECT_FALSE(Converted<bool>(float8_e4m3fn{0x80}));
}

}  // namespace
}  // namespace paddle::operators::kernels
