// The functor of sign: Out = 1 for X > 0, -1 for X < 0, and 0 for 0 (see
// activation_loops.h). It has no Grad; its gradient is zeros (zero_gradient.h).
#pragma once

#include <cmath>
#include <type_traits>

#include "paddle/platform/host_device.h"

namespace paddle::operators {

// NaN stays NaN.
struct SignFunctor {
  // Infinities give 1 and -1. Integers have no NaN and no -0, and need two
  // comparisons.
  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    if constexpr (std::is_integral_v<T>) {
      return static_cast<T>((x > 0) - (x < 0));
    } else {
      // copysign keeps -0 apart from 0; NaN has no sign and stays.
      const T magnitude = x != T(0) ? T(1) : T(0);
      return x != x ? x : std::copysign(magnitude, x);
    }
  }
};

}  // namespace paddle::operators
