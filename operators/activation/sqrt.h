// The functor of sqrt: Out = the square root of X, NaN for a negative number
// (see activation_loops.h).
#pragma once

#include <cmath>

#include "paddle/platform/host_device.h"

namespace paddle::operators {

// The derivative is 1 / (2 Out), inf at 0. std::sqrt is one instruction, so a
// loop of it is vectorized.
//
// -0 stays -0; inf stays inf. The gradient is -inf at -0 and NaN for a negative
// number.
struct SqrtFunctor {
  static constexpr bool kGradReadsOut = true;
  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    return std::sqrt(x);
  }
  template <typename T>
  PADDLE_HOST_DEVICE T Grad(T g, T y) const {
    return g / (T(2) * y);
  }
};

}  // namespace paddle::operators
