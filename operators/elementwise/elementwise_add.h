// x + y: see operators/math/loops/elementwise.h.
#pragma once

#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

struct ElementwiseAddFunctor {
  static constexpr bool kGradReadsInputs = false;
  template <typename T>
  PADDLE_HOST_DEVICE static T Value(T x, T y) {
    return kernels::Add(x, y);
  }
  template <typename T>
  PADDLE_HOST_DEVICE static T Dx(T g, T, T) {
    return g;
  }
  template <typename T>
  PADDLE_HOST_DEVICE static T Dy(T g, T, T) {
    return g;
  }
};

}  // namespace paddle::operators
