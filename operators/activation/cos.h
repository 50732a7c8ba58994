// The functor of cos: Out = cos(X), X in radians (see activation_loops.h).
#pragma once

#include <cmath>

#include "paddle/platform/host_device.h"

namespace paddle::operators {

// cos'(x) = -sin(x). Both call the C library for each element: the range
// reduction of a large x takes branches, so there is no vectorized form in
// scalar_math.h.
//
// Out lies in [-1, 1]; X = inf gives NaN. The gradient reads X: Out does not
// tell the sign of the sine.
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
