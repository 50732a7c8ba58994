// The functor of log1p: Out = log(1 + X), accurate for small X, too; -inf for
// -1 and NaN below (see activation_loops.h).
#pragma once

#include "paddle/operators/math/loops/scalar_math.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

// The derivative is 1 / (1 + x).
//
// Near 0 Out is x to the last bit, where log(1 + X) would have lost all of it
// to rounding. The gradient reads X and is g / (1 + X) also below -1, where Out
// is NaN.
struct Log1pFunctor {
  static constexpr bool kGradReadsOut = false;
  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    return kernels::Log1p(x);
  }
  template <typename T>
  PADDLE_HOST_DEVICE T Grad(T g, T x) const {
    return g / (T(1) + x);
  }
};

}  // namespace paddle::operators
