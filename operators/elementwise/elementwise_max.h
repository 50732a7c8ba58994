// The larger of x and y; the gradient of equal ones is halved: see
// operators/math/loops/elementwise.h.
#pragma once

#include "paddle/operators/math/loops/scalar_math.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

struct ElementwiseMaxFunctor {
  static constexpr bool kGradReadsInputs = true;
  // NaN wins.
  template <typename T>
  PADDLE_HOST_DEVICE static T Value(T x, T y) {
    return ((x > y) | (x != x)) ? x : y;
  }
  template <typename T>
  PADDLE_HOST_DEVICE static T Dx(T g, T x, T y) {
    return kernels::Select(x < y, T(0), kernels::Select(x == y, g / 2, g));
  }
  template <typename T>
  PADDLE_HOST_DEVICE static T Dy(T g, T x, T y) {
    return Dx(g, y, x);
  }
};

}  // namespace paddle::operators
