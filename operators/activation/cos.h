// The functor of cos: Out = cos(X), X in radians (see activation_loops.h).
#pragma once

#include <cmath>

#include "paddle/platform/host_device.h"

namespace paddle::operators {

// The derivative is -sin(x). Both call the C library for each element: the
// range reduction of a large x takes branches, so scalar_math.h has no
// vectorized form.
//
// Out lies in [-1, 1]; X = inf gives NaN. The gradient needs X, because Out
// does not determine the sign of the sine.
struct CosFunctor {
  static constexpr bool kGradReadsOut = false;
  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    return std::cos(x);
  }
  template <typename T>
  PADDLE_HOST_DEVICE T Grad(T g, T x) const {
    return -g * std::sin(x);
  }
};

}  // namespace paddle::operators
