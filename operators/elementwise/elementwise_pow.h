// x to the power of y: see operators/math/loops/elementwise.h.
#pragma once

#ifdef __clang__  // It warns of each loop that a call keeps from vectorising.
#pragma clang diagnostic ignored "-Wpass-failed"
#endif

#include <cmath>

#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/platform/device_error.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

struct ElementwisePowFunctor {
  static constexpr bool kGradReadsInputs = true;
  static constexpr char kErrorsOf[] = "elementwise_pow";
  template <typename T>
  PADDLE_HOST_DEVICE static platform::DeviceErrorCode ErrorOf(T, T y) {
    return kernels::ErrorOfExponent(y);
  }
  template <typename T>
  PADDLE_HOST_DEVICE static T Value(T x, T y) {
    return kernels::Power(x, y);
  }
  // A constant 1 for y = 0, whatever x is. (Calls of the C library make no
  // vectorised loop: inlined in every loop they only cost compile time.)
  template <typename T>
  [[gnu::noinline]] PADDLE_HOST_DEVICE static T Dx(T g, T x, T y) {
    return y == T(0) ? T(0) : g * y * std::pow(x, y - 1);
  }
  // 0^y is 0 wherever y is positive; beside 0^0 the slope is taken for 0, too.
  template <typename T>
  [[gnu::noinline]] PADDLE_HOST_DEVICE static T Dy(T g, T x, T y) {
    return ((x == T(0)) & (y >= T(0))) ? T(0)
                                       : g * std::pow(x, y) * std::log(x);
  }
};

}  // namespace paddle::operators
