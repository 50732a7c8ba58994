// The remainder of x / y with the sign of y: see
// operators/math/loops/elementwise.h.
#pragma once

#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/platform/device_error.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

struct ElementwiseModFunctor {
  static constexpr bool kGradReadsInputs = true;
  static constexpr char kErrorsOf[] = "elementwise_mod";
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
  template <typename T>
  PADDLE_HOST_DEVICE static T Dy(T g, T x, T y) {
    return -g * kernels::FloorDivide(x, y);
  }
};

}  // namespace paddle::operators
