// The functor of sinh: Out = (exp(X) - exp(-X)) / 2 (see
// activation_loops.h).
#pragma once

#include <cmath>

#include "paddle/platform/host_device.h"

namespace paddle::operators {

// sinh'(x) = cosh(x).
//
// Overflows to an infinity only where the result does; accurate near 0, too.
struct SinhFunctor {
  static constexpr bool kGradReadsOut = false;
  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    return std::sinh(x);
  }
  template <typename T>
  PADDLE_HOST_DEVICE T Grad(T g, T x) const {
    return g * std::cosh(x);
  }
};

}  // namespace paddle::operators
