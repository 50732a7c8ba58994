// The functor of softshrink: Out = X - lambda for X > lambda, X + lambda for X
// < -lambda, otherwise 0 (see activation_loops.h).
#pragma once

#include <cmath>

#include "paddle/operators/math/loops/scalar_math.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

// Out = x - clamp(x, -lambda, lambda), which needs no branch; the gradient
// passes where |x| > lambda.
//
// Continuous, unlike hard_shrink: larger numbers are moved towards 0 by lambda.
// It is the proximal operator of lambda |x|. NaN stays NaN, and its gradient
// passes.
struct SoftshrinkFunctor {
  static constexpr const char* kAttributes[] = {"lambda"};
  static constexpr bool kGradReadsOut = false;
  // Numbers up to this far from 0 become 0; by default 0.5, at least 0.
  double lambda;

  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    const T bound = static_cast<T>(lambda);
    const T raised = kernels::Select(x < -bound, -bound, x);
    return x - kernels::Select(raised > bound, bound, raised);
  }
  template <typename T>
  PADDLE_HOST_DEVICE T Grad(T g, T x) const {
    return std::abs(x) <= static_cast<T>(lambda) ? T(0) : g;
  }
};

}  // namespace paddle::operators
