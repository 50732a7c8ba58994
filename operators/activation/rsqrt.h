// The functor of rsqrt: Out = 1 / sqrt(X), inf for 0 and NaN for a negative
// number (see activation_loops.h).
#pragma once

#include <cmath>

#include "paddle/platform/host_device.h"

namespace paddle::operators {

// The derivative is -x^(-3/2) / 2 = -Out^3 / 2: no second root.
//
// Computed as a root and a division, both rounded correctly: the approximate
// instruction has 12 bits only. -0 gives -inf, as in IEEE arithmetic.
struct RsqrtFunctor {
  static constexpr bool kGradReadsOut = true;
  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    return T(1) / std::sqrt(x);
  }
  template <typename T>
  PADDLE_HOST_DEVICE T Grad(T g, T y) const {
    return T(-0.5) * g * y * y * y;
  }
};

}  // namespace paddle::operators
