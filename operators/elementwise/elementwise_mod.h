// The functor of elementwise_mod: Out = X - floor(X / Y) * Y, which has the
// sign of Y, as in Python and NumPy (see operators/math/loops/elementwise.h).
// C's fmod has the sign of X.
#pragma once

#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/platform/device_error.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

// The gradients are those of the formula with floor(X / Y) as a constant: g and
// -g floor(x / y). An integer divided by 0 is an error, reported as for
// elementwise_div; floating numbers give NaN.
struct ElementwiseModFunctor {
  static constexpr bool kGradReadsInputs = true;
  static constexpr char kErrorsOf[] = "elementwise_mod";
  // The loops ask this for integers only.
  template <typename T>
  PADDLE_HOST_DEVICE static platform::DeviceErrorCode ErrorOf(T, T y) {
    return kernels::ErrorOfDivisor(y);
  }
  template <typename T>
  PADDLE_HOST_DEVICE static T Value(T x, T y) {
    return kernels::FloorModulo(x, y);
  }
  template <typename T>
  PADDLE_HOST_DEVICE static T Dx(T g, T, T) {
    return g;
  }
  // The quotient is computed again: keeping it would take a tensor.
  template <typename T>
  PADDLE_HOST_DEVICE static T Dy(T g, T x, T y) {
    return -g * kernels::FloorDivide(x, y);
  }
};

}  // namespace paddle::operators
