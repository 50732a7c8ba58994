// x / y rounded down: see operators/math/loops/elementwise.h.
#pragma once

#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/platform/device_error.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

struct ElementwiseFloordivFunctor {
  static constexpr char kErrorsOf[] = "elementwise_floordiv";
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
