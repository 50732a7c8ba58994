// The functor of atanh: Out = log((1 + X) / (1 - X)) / 2 (see
// activation_loops.h).
#pragma once

#include <cmath>

#include "paddle/platform/host_device.h"

namespace paddle::operators {

// atanh'(x) = 1 / (1 - x^2), where 1 - x^2 is a product that does not cancel
// near the ends.
//
// -1 and 1 give infinities, and an X beyond them NaN.
struct AtanhFunctor {
  static constexpr bool kGradReadsOut = false;
  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    return std::atanh(x);
  }
  template <typename T>
  PADDLE_HOST_DEVICE T Grad(T g, T x) const {
    return g / ((T(1) - x) * (T(1) + x));
  }
};

}  // namespace paddle::operators
