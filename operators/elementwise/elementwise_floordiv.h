// The functor of elementwise_floordiv: Out = floor(X / Y), as in Python and
// NumPy (see operators/math/loops/elementwise.h). C rounds quotients of
// integers towards zero.
#pragma once

#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/platform/device_error.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

// Step functions have the gradient 0 where they have one: there is no Dx and no
// Dy, and the operator has no gradient. An integer divided by 0 is an error.
// For floating numbers the result is a whole number, or inf or NaN as IEEE has
// it for a divisor of 0.
struct ElementwiseFloordivFunctor {
  static constexpr char kErrorsOf[] = "elementwise_floordiv";
  // The loops ask this for integers only.
  template <typename T>
  PADDLE_HOST_DEVICE static platform::DeviceErrorCode ErrorOf(T, T y) {
    return kernels::ErrorOfDivisor(y);
  }
  template <typename T>
  PADDLE_HOST_DEVICE static T Value(T x, T y) {
    return kernels::FloorDivide(x, y);
  }
};

}  // namespace paddle::operators
