// x where x > 0, else alpha * x: see operators/math/loops/elementwise.h, of
// which alpha is the second tensor.
#pragma once

#include "paddle/operators/math/loops/scalar_math.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

struct PreluFunctor {
  static constexpr bool kGradReadsInputs = true;
  template <typename T>
  PADDLE_HOST_DEVICE static T Value(T x, T alpha) {
    return kernels::Select(x > T(0), x, alpha * x);
  }
  template <typename T>
  PADDLE_HOST_DEVICE static T Dx(T g, T x, T alpha) {
    return kernels::Select(x > T(0), g, g * alpha);
  }
  template <typename T>
  PADDLE_HOST_DEVICE static T Dy(T g, T x, T) {
    return kernels::Select(x > T(0), T(0), g * x);
  }
};

}  // namespace paddle::operators
