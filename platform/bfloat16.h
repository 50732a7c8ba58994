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
// The representation is public, so that kernels can copy and compare bits.
struct bfloat16 {
  uint16_t bits;

  bfloat16() = default;
  // Returns the number with these bits.
  constexpr static bfloat16 FromBits(uint16_t bits) {
    return bfloat16(bits, FromBitsTag());
  }
  // Explicit, because it loses digits; the conversion to float, which does not,
  // is implicit.
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

  // Adding 0x7fff and the lowest kept bit rounds to nearest, ties to even; the
  // carry into the exponent is the right result, even up to infinity. A NaN
  // could become infinity this way, so it is handled first.
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

// Enables the operators of half_arithmetic.h.
template <>
inline constexpr bool kIsHalf<bfloat16> = true;

}  // namespace paddle::platform

// The bits of the smallest normal number, the largest number, epsilon, infinity
// and NaN.
template <>
class std::numeric_limits<paddle::platform::bfloat16>
    : public paddle::platform::internal::HalfLimits<paddle::platform::bfloat16,
                                                    8, 0x0080, 0x7f7f, 0x3c00,
                                                    0x7f80, 0x7fc0> {};
