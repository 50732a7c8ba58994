// The functor of reciprocal: Out = 1 / X (see activation_loops.h).
#pragma once

#include "paddle/platform/host_device.h"

namespace paddle::operators {

// The derivative is -1 / x^2 = -Out^2. 0 gives inf, as in IEEE arithmetic.
//
// The gradient of an X of 0 is -inf * g or NaN; nothing is clamped. The
// smallest subnormal numbers give inf.
struct ReciprocalFunctor {
  static constexpr bool kGradReadsOut = true;
  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    return T(1) / x;
  }
  template <typename T>
  PADDLE_HOST_DEVICE T Grad(T g, T y) const {
    return -g * y * y;
  }
};

}  // namespace paddle::operators
