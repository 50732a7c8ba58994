// Arithmetic of float16 and bfloat16: each operation is computed in float and
// rounded once. Mixed with a wider type, the usual conversions apply.
#pragma once

#include <cstdint>
#include <type_traits>

namespace paddle::platform {

// True for the 16-bit types, each of which specializes it.
template <typename T>
inline constexpr bool kIsHalf = false;

namespace internal {
// Restricts the operators to the 16-bit types, so that they do not compete with
// those of other types.
template <typename T>
using IfHalf = std::enable_if_t<kIsHalf<T>, T>;
}  // namespace internal

// A float represents the sum, difference, product and quotient of two such
// numbers precisely enough that rounding it to 16 bits gives the correctly
// rounded result.
template <typename T>
internal::IfHalf<T> operator+(T a, T b) {
  return T(static_cast<float>(a) + static_cast<float>(b));
}
template <typename T>
internal::IfHalf<T> operator-(T a, T b) {
  return T(static_cast<float>(a) - static_cast<float>(b));
}
template <typename T>
internal::IfHalf<T> operator*(T a, T b) {
  return T(static_cast<float>(a) * static_cast<float>(b));
}
template <typename T>
internal::IfHalf<T> operator/(T a, T b) {
  return T(static_cast<float>(a) / static_cast<float>(b));
}
template <typename T>
internal::IfHalf<T> operator-(T a) {
  return T(-static_cast<float>(a));
}
// Take a float, so that a constant such as 0.5f is not rounded first.
template <typename T>
internal::IfHalf<T>& operator+=(T& a, float b) {
  return a = T(static_cast<float>(a) + b);
}
template <typename T>
internal::IfHalf<T>& operator-=(T& a, float b) {
  return a = T(static_cast<float>(a) - b);
}
template <typename T>
internal::IfHalf<T>& operator*=(T& a, float b) {
  return a = T(static_cast<float>(a) * b);
}
template <typename T>
internal::IfHalf<T>& operator/=(T& a, float b) {
  return a = T(static_cast<float>(a) / b);
}

namespace internal {

// Implements std::numeric_limits of a 16-bit type from the bits of its limits.
template <typename T, int kDigits, uint16_t kMin, uint16_t kMax,
          uint16_t kEpsilon, uint16_t kInfinity, uint16_t kNaN>
struct HalfLimits {
  static constexpr bool is_specialized = true;
  static constexpr bool is_signed = true;
  static constexpr bool is_integer = false;
  static constexpr bool has_infinity = true;
  static constexpr bool has_quiet_NaN = true;
  static constexpr int digits = kDigits;
  static constexpr T min() { return T::FromBits(kMin); }
  // The sign bit makes the lowest number of the largest one.
  static constexpr T lowest() { return T::FromBits(kMax | 0x8000); }
  static constexpr T max() { return T::FromBits(kMax); }
  static constexpr T epsilon() { return T::FromBits(kEpsilon); }
  static constexpr T infinity() { return T::FromBits(kInfinity); }
  static constexpr T quiet_NaN() { return T::FromBits(kNaN); }
};

}  // namespace internal

// The type to accumulate in: float for the 16-bit types, else T itself.
template <typename T>
using Accumulator = std::conditional_t<kIsHalf<T>, float, T>;

}  // namespace paddle::platform
