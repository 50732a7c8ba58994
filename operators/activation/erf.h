// The functor of erf: Out = 2 / sqrt(pi) * (the integral of exp(-t^2) from 0 to
// X) (see activation_loops.h).
#pragma once

#include "paddle/operators/activation/float_run.h"
#include "paddle/operators/math/loops/scalar_math.h"
#include "paddle/operators/math/loops/vector_math.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

// erf'(x) = 2 / sqrt(pi) * exp(-x^2).
//
// Out lies in [-1, 1]. The gradient reads X, since x cannot be had from erf(x)
// near 1, where it has no bits left. It is 0 where exp(-x^2) is too small for
// T, in float from about |X| = 9.4 on.
struct ErfFunctor {
  static constexpr bool kGradReadsOut = false;
  static constexpr kernels::FloatRun* kFloatRun = kernels::Erf<float>;
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
