// The functor of pow: Out = X^factor (see activation_loops.h). 0^0 is 1; a
// negative number raised to a power that is not whole is NaN.
#pragma once

#include <cmath>

#include "paddle/platform/host_device.h"

namespace paddle::operators {

// The derivative is factor * x^(factor - 1); for factor 0 it is 0 also at x =
// 0, where the formula would be 0 * inf = NaN.
//
// pow is a call of the C library: the loop is not vectorized. square, sqrt,
// rsqrt and reciprocal are faster for their powers. A factor of 0 gives 1 for
// every X, NaN included.
struct PowFunctor {
  static constexpr const char* kAttributes[] = {"factor"};
  static constexpr bool kGradReadsOut = false;
  // The exponent, by default 1. It is rounded to T before it is used.
  double factor;

  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    return std::pow(x, static_cast<T>(factor));
  }
  template <typename T>
  PADDLE_HOST_DEVICE T Grad(T g, T x) const {
    // Not pow(x, factor) / x, which would be 0 / 0 for x = 0.
    const T power = static_cast<T>(factor);
    return power == T(0) ? T(0) : g * power * std::pow(x, power - T(1));
  }
};

}  // namespace paddle::operators
