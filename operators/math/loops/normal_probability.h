// The distribution function of the normal distribution, for functors of
// elements: see scalar_math.h.
#pragma once

#include "paddle/operators/math/loops/scalar_math.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// Returns Phi(x) = (1 + erf(x / sqrt(2))) / 2. Far below 0 the sum cancels: the
// relative error grows, but the absolute one stays below the smallest step of
// numbers near 1. T: float, double.
template <typename T>
PADDLE_HOST_DEVICE inline T NormalProbability(T x) {
  constexpr T kRootOfHalf = T(0.70710678118654752440);
  return T(0.5) * (T(1) + Erf(x * kRootOfHalf));
}

}  // namespace paddle::operators::kernels
