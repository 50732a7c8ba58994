// The functor of soft_relu, a bounded softplus: Out = log(1 + exp(x)) with x =
// min(max(X, -threshold), threshold) (see activation_loops.h).
#pragma once

#include <cmath>

#include "paddle/operators/math/loops/scalar_math.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

// The derivative is sigmoid(x) inside the bounds and 0 outside.
//
// Kept for the early networks that use it; softplus computes the same without
// bounds. At the bounds themselves the gradient is 0 as well. NaN stays NaN.
struct SoftReluFunctor {
  static constexpr const char* kAttributes[] = {"threshold"};
  static constexpr bool kGradReadsOut = false;
  // The bound of |x|, by default 40: exp(40) is far from overflow in float.
  double threshold;

  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    const T bound = static_cast<T>(threshold);
    const T raised = x < -bound ? -bound : x;
    const T v = raised > bound ? bound : raised;
    return (v < T(0) ? T(0) : v) + kernels::Log1p(kernels::Exp(-std::abs(v)));
  }
  template <typename T>
  PADDLE_HOST_DEVICE T Grad(T g, T x) const {
    const bool outside = std::abs(x) >= static_cast<T>(threshold);
    return kernels::Select(outside, T(0), g * kernels::Sigmoid(x));
  }
};

}  // namespace paddle::operators
