// x * y: see operators/math/loops/elementwise.h.
#pragma once

#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

struct ElementwiseMulFunctor {
  static constexpr bool kGradReadsInputs = true;
  template <typename T>
  PADDLE_HOST_DEVICE static T Value(T x, T y) {
    return kernels::Multiply(x, y);
  }
  template <typename T>
  PADDLE_HOST_DEVICE static T Dx(T g, T, T y) {
    return g * y;
  }
  template <typename T>
  PADDLE_HOST_DEVICE static T Dy(T g, T x, T) {
    return g * x;
  }
};

}  // namespace paddle::operators
