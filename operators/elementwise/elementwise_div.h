// x / y: see operators/math/loops/elementwise.h.
#pragma once

#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/platform/device_error.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

struct ElementwiseDivFunctor {
  static constexpr bool kGradReadsInputs = true;
  static constexpr char kErrorsOf[] = "elementwise_div";
  template <typename T>
  PADDLE_HOST_DEVICE static platform::DeviceErrorCode ErrorOf(T, T y) {
    return kernels::ErrorOfDivisor(y);
  }
  template <typename T>
  PADDLE_HOST_DEVICE static T Value(T x, T y) {
    return kernels::Divide(x, y);
  }
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
