// The functor of elementwise_pow: Out = X^Y (see
// operators/math/loops/elementwise.h). The exponent is a tensor; for a number,
// the activation pow is simpler.
#pragma once

#ifdef __clang__  // It warns of each loop that a call keeps from vectorising.
#pragma clang diagnostic ignored "-Wpass-failed"
#endif

#include <cmath>

#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/platform/device_error.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

// d/dx = y x^(y - 1), d/dy = x^y log(x). 0^0 is 1; a negative number raised to
// a power that is not whole is NaN, and so is d/dy of a negative x. Integers
// wrap around; a negative power of one is an error.
struct ElementwisePowFunctor {
  static constexpr bool kGradReadsInputs = true;
  static constexpr char kErrorsOf[] = "elementwise_pow";
  // The loops ask this for integers only.
  template <typename T>
  PADDLE_HOST_DEVICE static platform::DeviceErrorCode ErrorOf(T, T y) {
    return kernels::ErrorOfExponent(y);
  }
  template <typename T>
  PADDLE_HOST_DEVICE static T Value(T x, T y) {
    return kernels::Power(x, y);
  }
  // For y = 0 the value is 1 for every x, and the gradient 0. Not inlined: a
  // loop that calls the C library is not vectorized, and a copy of it in each
  // loop would only cost compile time.
  template <typename T>
  [[gnu::noinline]] PADDLE_HOST_DEVICE static T Dx(T g, T x, T y) {
    return y == T(0) ? T(0) : g * y * std::pow(x, y - 1);
  }
  // 0^y is 0 wherever y is positive, so the slope is 0; for 0^0 it is taken as
  // 0, too, where the formula would give -inf.
  template <typename T>
  [[gnu::noinline]] PADDLE_HOST_DEVICE static T Dy(T g, T x, T y) {
    return ((x == T(0)) & (y >= T(0))) ? T(0)
                                       : g * std::pow(x, y) * std::log(x);
  }
};

}  // namespace paddle::operators
