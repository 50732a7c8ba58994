// The functor of asinh: Out = log(X + sqrt(X^2 + 1)) (see
// activation_loops.h).
#pragma once

#include <cmath>

#include "paddle/platform/host_device.h"

namespace paddle::operators {

// asinh'(x) = 1 / sqrt(1 + x^2), by hypot, as x^2 may overflow.
//
// Infinities stay; it is accurate near 0, too.
struct AsinhFunctor {
  static constexpr bool kGradReadsOut = false;
  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    return std::asinh(x);
  }
  template <typename T>
  PADDLE_HOST_DEVICE T Grad(T g, T x) const {
    return g / std::hypot(T(1), x);
  }
};

}  // namespace paddle::operators
