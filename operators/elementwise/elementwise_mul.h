// The functor of elementwise_mul: Out = X * Y (see
// operators/math/loops/elementwise.h).
#pragma once

#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

// The gradients are g y and g x: each reads the other operand, and both must
// live until then. Integers wrap around. A 16-bit product is computed in float
// and rounded once.
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
