// The functor of tanh_shrink: Out = X - tanh(X) (see activation_loops.h).
#pragma once

#include "paddle/operators/math/loops/scalar_math.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

// The derivative is tanh(x)^2.
//
// For small X the difference cancels: it is about X^3 / 3, and only its
// absolute error is small. Beyond about |X| = 10, or 20 in double, it is X - 1
// or X + 1, and the gradient passes whole.
struct TanhShrinkFunctor {
  static constexpr bool kGradReadsOut = false;
  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    return x - kernels::Tanh(x);
  }
  template <typename T>
  PADDLE_HOST_DEVICE T Grad(T g, T x) const {
    // From tanh itself: Out would give it only as a difference.
    const T t = kernels::Tanh(x);
    return g * t * t;
  }
};

}  // namespace paddle::operators
