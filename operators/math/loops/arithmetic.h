// Element arithmetic that is defined for every operand: integers wrap around
// where C++ leaves overflow undefined. What throws on the CPU gives some number
// on a GPU, where loops ask ErrorOf... first and report it.
#pragma once

#include <cmath>
#include <limits>
#include <type_traits>

#include "paddle/platform/device_error.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

template <typename T>
PADDLE_HOST_DEVICE inline T Add(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    using U = std::make_unsigned_t<T>;
    return static_cast<T>(static_cast<U>(a) + static_cast<U>(b));
  } else {
    return a + b;
  }
}

template <typename T>
PADDLE_HOST_DEVICE inline T Subtract(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    using U = std::make_unsigned_t<T>;
    return static_cast<T>(static_cast<U>(a) - static_cast<U>(b));
  } else {
    return a - b;
  }
}

template <typename T>
PADDLE_HOST_DEVICE inline T Multiply(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    using U = std::make_unsigned_t<T>;
    return static_cast<T>(static_cast<U>(a) * static_cast<U>(b));
  } else {
    return a * b;
  }
}

// What the next three throw for an integer b.
template <typename T>
PADDLE_HOST_DEVICE inline platform::DeviceErrorCode ErrorOfDivisor(T b) {
  return b == 0 ? platform::DeviceErrorCode::kDivisionByZero
                : platform::DeviceErrorCode::kNone;
}

// Integers round towards zero; InvalidArgument for an integer divided by 0.
template <typename T>
PADDLE_HOST_DEVICE inline T Divide(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    PADDLE_ENFORCE_ON_HOST(b != 0, InvalidArgument, "integer division of ", a,
                           " by 0");
    return b == T(-1) ? Subtract(T(0), a) : a / b;
  } else {
    return a / b;
  }
}

// a / b rounded down, as in Python. InvalidArgument for an integer divided by
// 0. Of floating numbers (as NumPy has it): what is left of a beside the
// multiple of b decides, not the rounded quotient.
template <typename T>
PADDLE_HOST_DEVICE inline T FloorDivide(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    const T quotient = Divide(a, b);
    const bool inexact = Multiply(quotient, b) != a;
    return static_cast<T>(quotient - (inexact && (a < 0) != (b < 0)));
  } else {
    if (b == T(0)) return a / b;
    const T left = std::fmod(a, b);
    const T whole = (a - left) / b - (left != 0 && (left < 0) != (b < 0));
    const T floor = std::floor(whole);
    return whole - floor > T(0.5) ? floor + 1 : floor;
  }
}

// a - b * FloorDivide(a, b): what is left has the sign of b. InvalidArgument
// for an integer divided by 0.
template <typename T>
PADDLE_HOST_DEVICE inline T FloorModulo(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    return Subtract(a, Multiply(b, FloorDivide(a, b)));
  } else {
    const T left = std::fmod(a, b);
    if (left == T(0)) return std::copysign(left, b);
    return (left < 0) != (b < 0) ? left + b : left;
  }
}

// What the next one throws for an integer b.
template <typename T>
PADDLE_HOST_DEVICE inline platform::DeviceErrorCode ErrorOfExponent(T b) {
  return b < 0 ? platform::DeviceErrorCode::kNegativePower
               : platform::DeviceErrorCode::kNone;
}

// a^b. InvalidArgument for an integer to a negative power.
template <typename T>
PADDLE_HOST_DEVICE inline T Power(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    PADDLE_ENFORCE_ON_HOST(b >= 0, InvalidArgument, "integer ", a,
                           " to the negative power ", b);
    T result = 1;
    for (; b > 0; b /= 2) {
      if (b % 2 != 0) result = Multiply(result, a);
      a = Multiply(a, a);
    }
    return result;
  } else {
    return std::pow(a, b);
  }
}

// What ReduceNest does with two terms.
struct SumReducer {
  template <typename T>
  PADDLE_HOST_DEVICE T operator()(T a, T b) const {
    return Add(a, b);
  }
  template <typename T>
  PADDLE_HOST_DEVICE static T Identity() {
    return T(0);
  }
};

struct ProductReducer {
  template <typename T>
  PADDLE_HOST_DEVICE T operator()(T a, T b) const {
    return Multiply(a, b);
  }
  template <typename T>
  PADDLE_HOST_DEVICE static T Identity() {
    return T(1);
  }
};

// NaN wins, as in NumPy.
struct MaxReducer {
  template <typename T>
  PADDLE_HOST_DEVICE T operator()(T a, T b) const {
    return b > a || b != b ? b : a;
  }
  template <typename T>
  PADDLE_HOST_DEVICE static T Identity() {
    if constexpr (std::numeric_limits<T>::has_infinity) {
      return -std::numeric_limits<T>::infinity();
    }
    return std::numeric_limits<T>::lowest();
  }
};
struct MinReducer {
  template <typename T>
  PADDLE_HOST_DEVICE T operator()(T a, T b) const {
    return b < a || b != b ? b : a;
  }
  template <typename T>
  PADDLE_HOST_DEVICE static T Identity() {
    if constexpr (std::numeric_limits<T>::has_infinity) {
      return std::numeric_limits<T>::infinity();
    }
    return std::numeric_limits<T>::max();
  }
};

}  // namespace paddle::operators::kernels
