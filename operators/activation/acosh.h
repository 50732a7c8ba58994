// The functor of acosh: Out = log(X + sqrt(X^2 - 1)) (see
// activation_loops.h).
#pragma once

#include <cmath>

#include "paddle/platform/host_device.h"

namespace paddle::operators {

// acosh'(x) = 1 / sqrt(x^2 - 1), of two roots, as x^2 may overflow.
//
// An X below 1 gives NaN; at 1 the gradient is infinite.
struct AcoshFunctor {
  static constexpr bool kGradReadsOut = false;
  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    return std::acosh(x);
  }
  template <typename T>
  PADDLE_HOST_DEVICE T Grad(T g, T x) const {
    return g / (std::sqrt(x - T(1)) * std::sqrt(x + T(1)));
  }
};

}  // namespace paddle::operators
