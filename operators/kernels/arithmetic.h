// Element arithmetic that is defined for every operand: integers wrap around
// where C++ leaves overflow undefined.
#pragma once

#include <limits>
#include <type_traits>

#include "paddle/platform/enforce.h"

namespace paddle::operators::kernels {

template <typename T>
inline T Add(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    using U = std::make_unsigned_t<T>;
    return static_cast<T>(static_cast<U>(a) + static_cast<U>(b));
  } else {
    return a + b;
  }
}

template <typename T>
inline T Subtract(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    using U = std::make_unsigned_t<T>;
    return static_cast<T>(static_cast<U>(a) - static_cast<U>(b));
  } else {
    return a - b;
  }
}

template <typename T>
inline T Multiply(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    using U = std::make_unsigned_t<T>;
    return static_cast<T>(static_cast<U>(a) * static_cast<U>(b));
  } else {
    return a * b;
  }
}

// Integers round towards zero; InvalidArgument for an integer divided by 0.
template <typename T>
inline T Divide(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    PADDLE_ENFORCE(b != 0, InvalidArgument, "integer division of ", a, " by 0");
    return b == T(-1) ? Subtract(T(0), a) : a / b;
  } else {
    return a / b;
  }
}

// What ReduceNest does with two terms.
struct SumReducer {
  template <typename T>
  T operator()(T a, T b) const {
    return Add(a, b);
  }
  template <typename T>
  static T Identity() {
    return T(0);
  }
};

// NaN wins, as in NumPy.
struct MaxReducer {
  template <typename T>
  T operator()(T a, T b) const {
    return b > a || b != b ? b : a;
  }
  template <typename T>
  static T Identity() {
    if constexpr (std::numeric_limits<T>::has_infinity) {
      return -std::numeric_limits<T>::infinity();
    }
    return std::numeric_limits<T>::lowest();
  }
};

}  // namespace paddle::operators::kernels
