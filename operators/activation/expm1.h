// The functor of expm1: Out = exp(X) - 1, accurate for small X, too (see
// activation_loops.h).
#pragma once

#include "paddle/operators/math/loops/scalar_math.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

// The derivative is exp(x) = Out + 1.
//
// Out lies in [-1, inf]. Near 0 it is x to the last bit, where exp(x) - 1 would
// have lost all of it to rounding.
struct Expm1Functor {
  static constexpr bool kGradReadsOut = true;
  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    return kernels::Expm1(x);
  }
  template <typename T>
  PADDLE_HOST_DEVICE T Grad(T g, T y) const {
    return g * (y + T(1));
  }
};

}  // namespace paddle::operators
