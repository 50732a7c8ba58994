// Arithmetic of single elements that is defined for every operand: integers
// wrap around where C++ leaves overflow undefined. The CPU's functors and those
// of GPUs share it, so that both agree on every edge.
//
// A function that throws on the CPU cannot do so in a kernel on a GPU: there it
// returns an arbitrary number, and the loop that calls it asks the function
// named ErrorOf... first and reports the error.
//
// T is any integer or floating type that is its own accumulator; 16-bit floats
// are widened before they come here.
#pragma once

#include <cmath>
#include <limits>
#include <type_traits>

#include "paddle/platform/device_error.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// Return a + b, a - b and a * b. Integers go through the unsigned type of their
// size, where overflow is defined as reduction modulo 2^bits; the compiler
// makes the same instruction of it.
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

// Returns the error of Divide, FloorDivide and FloorModulo for an integer
// divisor b, kNone if there is none. Loops report it with both operands.
template <typename T>
PADDLE_HOST_DEVICE inline platform::DeviceErrorCode ErrorOfDivisor(T b) {
  return b == 0 ? platform::DeviceErrorCode::kDivisionByZero
                : platform::DeviceErrorCode::kNone;
}

// Returns a / b; integers round towards zero. Throws InvalidArgument for an
// integer divided by 0. The quotient of signed ones by -1 is a negation,
// because lowest / -1 overflows, which traps on x86.
template <typename T>
PADDLE_HOST_DEVICE inline T Divide(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    PADDLE_ENFORCE_ON_HOST(b != 0, InvalidArgument, "integer division of ", a,
                           " by 0");
    if constexpr (std::is_signed_v<T>) {
      if (b == T(-1)) return Subtract(T(0), a);
    }
    return a / b;
  } else {
    return a / b;
  }
}

// Returns a / b rounded down, as in Python. Throws InvalidArgument for an
// integer divided by 0. For floating numbers, as in NumPy, the exact remainder
// decides, not the rounded quotient: (a - remainder) / b is a whole number but
// for one rounding, so that 1 // 0.1 is 9 although 1 / 0.1 rounds to 10.
template <typename T>
PADDLE_HOST_DEVICE inline T FloorDivide(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    // Division rounds towards zero: a quotient that is negative and inexact is
    // one too large.
    const T quotient = Divide(a, b);
    const bool inexact = Multiply(quotient, b) != a;
    return static_cast<T>(quotient - (inexact && (a < 0) != (b < 0)));
  } else {
    if (b == T(0)) return a / b;
    // fmod is exact, so (a - left) / b is a whole number but for the rounding
    // of the division, which the last two lines undo.
    const T left = std::fmod(a, b);
    const T whole = (a - left) / b - (left != 0 && (left < 0) != (b < 0));
    const T floor = std::floor(whole);
    return whole - floor > T(0.5) ? floor + 1 : floor;
  }
}

// Returns a - b * FloorDivide(a, b), whose sign is that of b; a zero, too,
// takes the sign of b, as in NumPy. Throws InvalidArgument for an integer
// divided by 0.
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

// Returns the error of Power for an integer exponent b, kNone if there is none.
template <typename T>
PADDLE_HOST_DEVICE inline platform::DeviceErrorCode ErrorOfExponent(T b) {
  return b < 0 ? platform::DeviceErrorCode::kNegativePower
               : platform::DeviceErrorCode::kNone;
}

// Returns a^b. Throws InvalidArgument for an integer raised to a negative
// power. Integers are raised by repeated squaring, exactly modulo 2^bits, since
// std::pow would round them to double.
template <typename T>
PADDLE_HOST_DEVICE inline T Power(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    PADDLE_ENFORCE_ON_HOST(b >= 0, InvalidArgument, "integer ", a,
                           " to the negative power ", b);
    // The squares beyond the last bit of b may wrap around; they are unused.
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

// Reducers for ReduceNest (reduce_nest.h): operator() combines two partial
// results, is associative but for rounding, and Identity() is what a reduction
// of no terms gives. This one adds.
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

// Multiplies; the product of no terms is 1. Integers wrap around, so the order
// of factors does not matter for them.
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

// Takes the larger of two. A NaN wins, as in NumPy: b != b is true for NaN
// only. The identity is -inf, or the lowest number of an integer type.
struct MaxReducer {
  template <typename T>
  PADDLE_HOST_DEVICE T operator()(T a, T b) const {
    // If a is NaN, both comparisons are false and a stays.
    return b > a || b != b ? b : a;
  }
  template <typename T>
  PADDLE_HOST_DEVICE static T Identity() {
    // lowest() of a floating type is finite, and -inf is smaller.
    if constexpr (std::numeric_limits<T>::has_infinity) {
      return -std::numeric_limits<T>::infinity();
    }
    return std::numeric_limits<T>::lowest();
  }
};
// Takes the smaller of two. A NaN wins, as in MaxReducer; the identity is inf,
// or the highest number of an integer type.
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
