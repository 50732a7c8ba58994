// X - lambda for X > lambda, X + lambda for X < -lambda, else 0: see
// operators/activation/activation_loops.h.
#pragma once

#include <cmath>

#include "paddle/operators/math/loops/scalar_math.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

struct SoftshrinkFunctor {
  static constexpr const char* kAttributes[] = {"lambda"};
  static constexpr bool kGradReadsOut = false;
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
