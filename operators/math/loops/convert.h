// The conversion of an element to another type, defined for every value.
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

// The first power of two above the range of an integer type.
template <typename Int, typename Float>
constexpr Float UpperBound() {
  return Float(2) * static_cast<Float>(std::numeric_limits<Int>::max() / 2 + 1);
}

template <typename Int, typename Float>
PADDLE_HOST_DEVICE inline Int ToInteger(Float value) {
  constexpr Float kUpper = UpperBound<Int, Float>();
  constexpr Float kLower =
      static_cast<Float>(std::numeric_limits<Int>::lowest());
  if (value >= kUpper) return std::numeric_limits<Int>::max();
  if (value <= kLower) return std::numeric_limits<Int>::lowest();
  return value == value ? static_cast<Int>(value) : Int(0);
}

}  // namespace internal

// To bool: whether it is not 0. From floating point to integer: rounded towards
// zero, values outside the range of To become its nearest end, NaN becomes 0.
// Between integers: modulo 2^bits. Else as C++ converts.
template <typename To, typename From>
PADDLE_HOST_DEVICE inline To Convert(From value) {
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
