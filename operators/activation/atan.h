// The functor of atan: Out = the angle in [-pi / 2, pi / 2] whose tangent is X
// (see activation_loops.h).
#pragma once

#include <cmath>

#include "paddle/platform/host_device.h"

namespace paddle::operators {

// atan'(x) = 1 / (1 + x^2), which is 0 where x^2 overflows.
//
// Infinities give -pi / 2 and pi / 2.
struct AtanFunctor {
  static constexpr bool kGradReadsOut = false;
  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    return std::atan(x);
  }
  template <typename T>
  PADDLE_HOST_DEVICE T Grad(T g, T x) const {
    return g / (T(1) + x * x);
  }
};

}  // namespace paddle::operators
