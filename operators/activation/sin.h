// The functor of sin: Out = sin(X), X in radians (see activation_loops.h).
#pragma once

#include <cmath>

#include "paddle/platform/host_device.h"

namespace paddle::operators {

// sin'(x) = cos(x). Calls the C library, as cos does (cos.h).
//
// Out lies in [-1, 1]; X = inf gives NaN. The gradient needs X, because Out
// does not determine the sign of the cosine.
struct SinFunctor {
  static constexpr bool kGradReadsOut = false;
  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    return std::sin(x);
  }
  template <typename T>
  PADDLE_HOST_DEVICE T Grad(T g, T x) const {
    return g * std::cos(x);
  }
};

}  // namespace paddle::operators
