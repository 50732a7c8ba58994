// The functor of softplus: Out = log(1 + exp(X)), a smooth max(X, 0) (see
// activation_loops.h).
#pragma once

#include <cmath>

#include "paddle/operators/math/loops/scalar_math.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

// Out = max(x, 0) + log1p(exp(-|x|)): the exponential cannot overflow, and
// log1p keeps the bits of results near 0. The derivative is sigmoid(x).
//
// Out lies in [0, inf], being 0 where exp(X) is too small for T; it tends to X
// for X = inf, and is exactly X from the point where exp(-X) is below the last
// bit.
struct SoftplusFunctor {
  static constexpr bool kGradReadsOut = false;
  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    // The form max(x, 0) + log1p(exp(-|x|)) of the sum, as above.
    return (x < T(0) ? T(0) : x) + kernels::Log1p(kernels::Exp(-std::abs(x)));
  }
  template <typename T>
  PADDLE_HOST_DEVICE T Grad(T g, T x) const {
    return g * kernels::Sigmoid(x);
  }
};

}  // namespace paddle::operators
