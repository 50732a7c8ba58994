// bfloat16, the upper half of a float, as a storage type that computes in
// float.
#pragma once

#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "paddle/platform/half_arithmetic.h"

namespace paddle::platform {

// A number of 1 sign bit, 8 exponent bits and 7 fraction bits. Trivially
// copyable; every pattern of 16 bits is a value. Conversions round to nearest,
// ties to even (a double or an integer is first rounded to float).
struct bfloat16 {
  uint16_t bits;

  bfloat16() = default;
  constexpr static bfloat16 FromBits(uint16_t bits) {
    return bfloat16(bits, FromBitsTag());
  }
  template <typename T, typename = std::enable_if_t<std::is_arithmetic_v<T>>>
  explicit bfloat16(T value) : bits(Rounded(static_cast<float>(value))) {}

  operator float() const {
    const uint32_t wide = static_cast<uint32_t>(bits) << 16;
    float value;
    std::memcpy(&value, &wide, sizeof(value));
    return value;
  }

 private:
  struct FromBitsTag {};
  constexpr bfloat16(uint16_t bits, FromBitsTag) : bits(bits) {}

  static uint16_t Rounded(float value) {
    uint32_t wide;
    std::memcpy(&wide, &value, sizeof(wide));
    if ((wide & 0x7fffffffu) > 0x7f800000u) {  // NaN, made quiet
      return static_cast<uint16_t>(wide >> 16) | 0x40u;
    }
    return static_cast<uint16_t>((wide + 0x7fffu + ((wide >> 16) & 1u)) >> 16);
  }
};

static_assert(sizeof(bfloat16) == 2);

template <>
inline constexpr bool kIsHalf<bfloat16> = true;

}  // namespace paddle::platform

template <>
class std::numeric_limits<paddle::platform::bfloat16>
    : public paddle::platform::internal::HalfLimits<paddle::platform::bfloat16,
                                                    8, 0x0080, 0x7f7f, 0x3c00,
                                                    0x7f80, 0x7fc0> {};
