// erf(X) = 2 / sqrt(pi) * (integral of exp(-t^2) from 0 to X): see
// operators/activation/activation_loops.h.
#pragma once

#include "paddle/operators/math/loops/scalar_math.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

struct ErfFunctor {
  static constexpr bool kGradReadsOut = false;
  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    return kernels::Erf(x);
  }
  template <typename T>
  PADDLE_HOST_DEVICE T Grad(T g, T x) const {
    constexpr T kFactor = T(1.1283791670955125739);  // 2 / sqrt(pi)
    return g * kFactor * kernels::Exp(-x * x);
  }
};

}  // namespace paddle::operators
