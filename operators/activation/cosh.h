// The functor of cosh: Out = (exp(X) + exp(-X)) / 2 (see
// activation_loops.h).
#pragma once

#include <cmath>

#include "paddle/platform/host_device.h"

namespace paddle::operators {

// cosh'(x) = sinh(x). X is read because Out does not tell its sign.
//
// Out lies in [1, inf], and overflows only where the result does.
struct CoshFunctor {
  static constexpr bool kGradReadsOut = false;
  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    return std::cosh(x);
  }
  template <typename T>
  PADDLE_HOST_DEVICE T Grad(T g, T x) const {
    return g * std::sinh(x);
  }
};

}  // namespace paddle::operators
