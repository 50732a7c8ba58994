// The functor of elementwise_sub: Out = X - Y (see
// operators/math/loops/elementwise.h).
#pragma once

#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

// The gradients are g and -g; they read neither operand, which may be freed
// early. X@GRAD may be the memory of Out@GRAD. Integers wrap around.
struct ElementwiseSubFunctor {
  static constexpr bool kGradReadsInputs = false;
  template <typename T>
  PADDLE_HOST_DEVICE static T Value(T x, T y) {
    return kernels::Subtract(x, y);
  }
  template <typename T>
  PADDLE_HOST_DEVICE static T Dx(T g, T, T) {
    return g;
  }
  template <typename T>
  PADDLE_HOST_DEVICE static T Dy(T g, T, T) {
    // Summed over what was broadcast by the loop, as every gradient.
    return -g;
  }
};

}  // namespace paddle::operators
