// The functor of leaky_relu: Out = X where X > 0, otherwise alpha * X (see
// activation_loops.h).
#pragma once

#include "paddle/operators/math/loops/scalar_math.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

// The derivative is 1 or alpha. It reads X, as Out has the sign of X only for a
// positive alpha. NaN takes the side of alpha and stays NaN.
//
// The derivative at X = 0 is alpha, that of the left side.
struct LeakyReluFunctor {
  static constexpr const char* kAttributes[] = {"alpha"};
  static constexpr bool kGradReadsOut = false;
  // The slope for negative X, by default 0.02.
  double alpha;

  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    return kernels::Select(x > T(0), x, static_cast<T>(alpha) * x);
  }
  template <typename T>
  PADDLE_HOST_DEVICE T Grad(T g, T x) const {
    return kernels::Select(x > T(0), g, static_cast<T>(alpha) * g);
  }
};

}  // namespace paddle::operators
