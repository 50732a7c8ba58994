// The functor of elementwise_fmod: Out = X - trunc(X / Y) * Y, which has the
// sign of X, as C's fmod and % (see operators/math/loops/elementwise.h).
// elementwise_mod has the sign of Y.
#pragma once

#include <cmath>
#include <type_traits>

#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/platform/device_error.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

// The gradients are those of the formula with trunc(X / Y) as a constant: g and
// -g trunc(x / y). An integer divided by 0 is an error, reported as for
// elementwise_div; floating numbers give NaN.
struct ElementwiseFmodFunctor {
  static constexpr bool kGradReadsInputs = true;
  static constexpr char kErrorsOf[] = "elementwise_fmod";
  // The loops ask this for integers only.
  template <typename T>
  PADDLE_HOST_DEVICE static platform::DeviceErrorCode ErrorOf(T, T y) {
    return kernels::ErrorOfDivisor(y);
  }
  template <typename T>
  PADDLE_HOST_DEVICE static T Value(T x, T y) {
    if constexpr (std::is_integral_v<T>) {
      return kernels::Subtract(x, kernels::Multiply(kernels::Divide(x, y), y));
    } else {
      return std::fmod(x, y);
    }
  }
  template <typename T>
  PADDLE_HOST_DEVICE static T Dx(T g, T, T) {
    return g;
  }
  // fmod is exact, so the quotient is a whole number but for one rounding.
  template <typename T>
  PADDLE_HOST_DEVICE static T Dy(T g, T x, T y) {
    return -g * std::round((x - std::fmod(x, y)) / y);
  }
};

}  // namespace paddle::operators
