// Conversion of an element to another type, defined for every value.
#pragma once

#include <limits>
#include <type_traits>

#include "paddle/platform/bfloat16.h"
#include "paddle/platform/float16.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

namespace internal {

template <typename T>
inline constexpr bool kIsHalf = std::is_same_v<T, platform::float16> ||
                                std::is_same_v<T, platform::bfloat16>;

// Returns the first power of two above the range of an integer type. The
// highest integer itself is no float for wide types and would round up to this.
// Half of it is converted and doubled, as it fits no integer itself.
template <typename Int, typename Float>
constexpr Float UpperBound() {
  return Float(2) * static_cast<Float>(std::numeric_limits<Int>::max() / 2 + 1);
}

// Returns `value` rounded towards zero and clamped to the range of Int; NaN
// gives 0. C++ leaves the conversion undefined outside the range.
template <typename Int, typename Float>
PADDLE_HOST_DEVICE inline Int ToInteger(Float value) {
  // Both bounds are powers of two, or 0, and so exact in Float.
  constexpr Float kUpper = UpperBound<Int, Float>();
  constexpr Float kLower =
      static_cast<Float>(std::numeric_limits<Int>::lowest());
  if (value >= kUpper) return std::numeric_limits<Int>::max();
  if (value <= kLower) return std::numeric_limits<Int>::lowest();
  return value == value ? static_cast<Int>(value) : Int(0);
}

}  // namespace internal

// Returns `value` as a To. To bool: true if it is not 0. From floating point to
// integer: rounded towards zero; a value outside the range of To becomes the
// nearest end, and NaN becomes 0. Between integers: modulo 2^bits. A 16-bit
// float is converted by way of float, exactly on the way in and rounded once on
// the way out. Everything else converts as in C++.
template <typename To, typename From>
PADDLE_HOST_DEVICE inline To Convert(From value) {
  // float holds every 16-bit number exactly.
  if constexpr (internal::kIsHalf<From>) {
    return Convert<To>(static_cast<float>(value));
  } else if constexpr (std::is_same_v<To, bool>) {
    return value != From(0);
  } else if constexpr (internal::kIsHalf<To>) {
    return To(static_cast<float>(value));
  } else if constexpr (std::is_integral_v<To> &&
                       std::is_floating_point_v<From>) {
    return internal::ToInteger<To>(value);
  } else {
    return static_cast<To>(value);
  }
}

}  // namespace paddle::operators::kernels
