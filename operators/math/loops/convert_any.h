// Conversion of one element of any data type to any other, by way of the widest
// numbers of its kind, on the CPU and on GPUs.
#pragma once

#include <cstdint>
#include <type_traits>

#include "paddle/operators/math/loops/convert.h"
#include "paddle/platform/device_half.cuh"
#include "paddle/platform/half_arithmetic.h"
#include "paddle/platform/host_device.h"
#include "paddle/platform/small_numbers_convert.h"

namespace paddle::operators::kernels {

// Returns an element as a double, if it is floating, else as an int64_t; a
// uint64_t stays one. Exact.
template <class T>
PADDLE_HOST_DEVICE inline auto WideElement(T value) {
  if constexpr (platform::kIsSmall<T>) {
    return platform::ValueOf(value);
  } else if constexpr (std::is_same_v<T, uint64_t>) {
    return value;
  } else if constexpr (std::is_integral_v<T>) {
    return static_cast<int64_t>(value);
  } else {
    return static_cast<double>(platform::Widened(value));
  }
}

// Converts what WideElement returns, by the rules of Convert (convert.h) and of
// small_numbers_convert.h: to integers of four and two bits by way of int64_t.
template <class To, class Wide>
PADDLE_HOST_DEVICE inline To FromWide(Wide value,
                                      platform::SmallRounding rounding) {
  if constexpr (platform::kIsSmallInteger<To>) {
    return platform::SmallInteger<To>(Convert<int64_t>(value));
  } else if constexpr (platform::kIsSmall<To>) {
    return platform::SmallFloat<To>(static_cast<double>(value), rounding);
  } else if constexpr (platform::kIsHalf<To>) {
    return platform::Narrowed<To>(static_cast<float>(value));
  } else {
    return Convert<To>(value);
  }
}

}  // namespace paddle::operators::kernels
