// The functor of elementwise_div: Out = X / Y (see
// operators/math/loops/elementwise.h).
#pragma once

#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/platform/device_error.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

// d/dx = 1 / y, d/dy = -x / y^2. Integers are rounded towards zero, and one
// divided by 0 is an error: InvalidArgument on the CPU, reported at the next
// wait on a GPU. Floating numbers follow IEEE.
struct ElementwiseDivFunctor {
  static constexpr bool kGradReadsInputs = true;
  static constexpr char kErrorsOf[] = "elementwise_div";
  // The loops ask this for integers only.
  template <typename T>
  PADDLE_HOST_DEVICE static platform::DeviceErrorCode ErrorOf(T, T y) {
    return kernels::ErrorOfDivisor(y);
  }
  template <typename T>
  PADDLE_HOST_DEVICE static T Value(T x, T y) {
    return kernels::Divide(x, y);
  }
  // Gradients are of floating types only, so no divisor needs a check.
  template <typename T>
  PADDLE_HOST_DEVICE static T Dx(T g, T, T y) {
    return g / y;
  }
  template <typename T>
  PADDLE_HOST_DEVICE static T Dy(T g, T x, T y) {
    return -g * x / (y * y);
  }
};

}  // namespace paddle::operators
