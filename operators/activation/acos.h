// The functor of acos: Out = the angle in [0, pi] whose cosine is X (see
// activation_loops.h).
#pragma once

#include <cmath>

#include "paddle/platform/host_device.h"

namespace paddle::operators {

// acos'(x) = -1 / sqrt(1 - x^2), where 1 - x^2 is a product that does not
// cancel near the ends.
//
// An X outside of [-1, 1] gives NaN; at its ends the gradient is infinite.
struct AcosFunctor {
  static constexpr bool kGradReadsOut = false;
  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    return std::acos(x);
  }
  template <typename T>
  PADDLE_HOST_DEVICE T Grad(T g, T x) const {
    return -g / std::sqrt((T(1) - x) * (T(1) + x));
  }
};

}  // namespace paddle::operators
