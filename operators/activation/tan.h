// The functor of tan: Out = tan(X), X in radians (see
// activation_loops.h).
#pragma once

#include <cmath>

#include "paddle/platform/host_device.h"

namespace paddle::operators {

// tan'(x) = 1 + tan(x)^2, which Out determines.
//
// An infinite X gives NaN. No float is so near a pole that tan overflows.
struct TanFunctor {
  static constexpr bool kGradReadsOut = true;
  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    return std::tan(x);
  }
  template <typename T>
  PADDLE_HOST_DEVICE T Grad(T g, T y) const {
    return g * (T(1) + y * y);
  }
};

}  // namespace paddle::operators
