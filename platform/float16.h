// IEEE 754 half precision as a storage type that computes in float.
#pragma once

#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "paddle/platform/half_arithmetic.h"

namespace paddle::platform {

namespace internal {

// memcpy between the two types is defined behaviour, unlike a union or a cast,
// and compiles to one move.
inline float FloatOfBits(uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

inline uint32_t BitsOfFloat(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

// Rounds to nearest, ties to even, in integer arithmetic. Values too large
// become infinity, NaN stays a quiet NaN, and small values become subnormal.
inline uint16_t HalfBitsOfFloat(float value) {
  const uint32_t bits = BitsOfFloat(value);
  const uint16_t sign = static_cast<uint16_t>((bits >> 16) & 0x8000u);
  const uint32_t magnitude = bits & 0x7fffffffu;
  // A NaN keeps the upper bits of its payload.
  if (magnitude > 0x7f800000u) {  // NaN
    return sign | 0x7e00u | ((magnitude >> 13) & 0x1ffu);
  }
  if (magnitude >= 0x477ff000u) return sign | 0x7c00u;  // rounds to >= 65520
  if (magnitude < 0x38800000u) {  // below 2^-14: becomes subnormal or zero
    // Adding 0.5 moves the value to where the last bit of a float weighs 2^-24.
    const float shifted = FloatOfBits(magnitude) + 0.5f;
    return sign | static_cast<uint16_t>(BitsOfFloat(shifted) - 0x3f000000u);
  }
  // Subtracts 112, the difference of the exponents' biases, and rounds to
  // nearest, ties to even: adding 0xfff and the lowest kept bit carries where
  // it must.
  const uint32_t odd = (magnitude >> 13) & 1u;
  return sign |
         static_cast<uint16_t>((magnitude - 0x38000000u + 0xfffu + odd) >> 13);
}

#ifdef __F16C__
// The compiler's builtins, because <immintrin.h> is 50,000 lines long.
using FourFloats [[gnu::vector_size(16)]] = float;
using EightHalves [[gnu::vector_size(16)]] = short;

inline float FloatByF16C(uint16_t half) {
  const EightHalves halves = {static_cast<short>(half)};
  const FourFloats floats = __builtin_ia32_vcvtph2ps(halves);
  return floats[0];
}

// Rounds to nearest, ties to even.
inline uint16_t HalfByF16C(float value) {
  const FourFloats floats = {value};
  const EightHalves halves = __builtin_ia32_vcvtps2ph(floats, 0);
  return static_cast<uint16_t>(halves[0]);
}
#endif

// Converts exactly: every half is a float.
inline float FloatOfHalfBits(uint16_t half) {
  const uint32_t sign = static_cast<uint32_t>(half & 0x8000u) << 16;
  const uint32_t magnitude = half & 0x7fffu;
  if (magnitude >= 0x7c00u) {  // infinity, NaN (made quiet)
    const uint32_t quiet = magnitude > 0x7c00u ? 0x400000u : 0u;
    return FloatOfBits(sign | 0x7f800000u | quiet | (magnitude << 13));
  }
  if (magnitude < 0x400u) {  // subnormal: magnitude * 2^-24, exactly
    const float value = static_cast<float>(magnitude) * 0x1p-24f;
    return FloatOfBits(sign | BitsOfFloat(value));
  }
  return FloatOfBits(sign | ((magnitude << 13) + 0x38000000u));
}

}  // namespace internal

// A number of 1 sign bit, 5 exponent bits and 10 fraction bits. Trivially
// copyable; every pattern of 16 bits is a value. Conversions round to nearest,
// ties to even (a double or an integer is first rounded to float).
struct float16 {
  // The representation is public, so that kernels can copy and compare bits.
  uint16_t bits;

  float16() = default;
  // Returns the number with these bits.
  constexpr static float16 FromBits(uint16_t bits) {
    return float16(bits, FromBitsTag());
  }
  // Explicit, because it loses digits; the conversion to float, which does not,
  // is implicit.
  template <typename T, typename = std::enable_if_t<std::is_arithmetic_v<T>>>
  explicit float16(T value) : bits(Rounded(static_cast<float>(value))) {}

  operator float() const {
#ifdef __F16C__
    return internal::FloatByF16C(bits);
#else
    return internal::FloatOfHalfBits(bits);
#endif
  }

 private:
  struct FromBitsTag {};
  constexpr float16(uint16_t bits, FromBitsTag) : bits(bits) {}

  // Both ways give the same bits.
  static uint16_t Rounded(float value) {
#ifdef __F16C__
    return internal::HalfByF16C(value);
#else
    return internal::HalfBitsOfFloat(value);
#endif
  }
};

static_assert(sizeof(float16) == 2);

// Enables the operators of half_arithmetic.h.
template <>
inline constexpr bool kIsHalf<float16> = true;

}  // namespace paddle::platform

// The bits of the smallest normal number, the largest number, epsilon, infinity
// and NaN.
template <>
class std::numeric_limits<paddle::platform::float16>
    : public paddle::platform::internal::HalfLimits<paddle::platform::float16,
                                                    11, 0x0400, 0x7bff, 0x1400,
                                                    0x7c00, 0x7e00> {};
