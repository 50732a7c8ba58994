// The functor of logsigmoid: Out = log(1 / (1 + exp(-X))) (see
// activation_loops.h).
#pragma once

#include <cmath>

#include "paddle/operators/math/loops/scalar_math.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

// Out = min(x, 0) - log1p(exp(-|x|)): the exponential cannot overflow, and
// log1p keeps the bits of results near 0. The derivative is sigmoid(-x).
//
// Out lies in [-inf, 0], tends to X for X = -inf, and is -softplus(-X). The
// gradient is g for X = -inf and 0 for X = inf.
struct LogsigmoidFunctor {
  static constexpr bool kGradReadsOut = false;
  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    return (x > T(0) ? T(0) : x) - kernels::Log1p(kernels::Exp(-std::abs(x)));
  }
  template <typename T>
  PADDLE_HOST_DEVICE T Grad(T g, T x) const {
    return g * kernels::Sigmoid(-x);
  }
};

}  // namespace paddle::operators
