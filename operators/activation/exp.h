// The functor of exp: Out = exp(X) (see activation_loops.h).
#pragma once

#include "paddle/operators/activation/float_run.h"
#include "paddle/operators/math/loops/scalar_math.h"
#include "paddle/operators/math/loops/vector_math.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

// exp' = exp: the gradient is g * Out and needs no second exponential. Out
// overflows to inf above log(max).
//
// Out lies in [0, inf]; a result below the smallest normal number may be 0.
// Where Out is inf, so is the gradient, unless g is 0 and gives NaN.
struct ExpFunctor {
  static constexpr bool kGradReadsOut = true;
  static constexpr kernels::FloatRun* kFloatRun = kernels::Exp<float>;
  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    return kernels::Exp(x);
  }
  template <typename T>
  PADDLE_HOST_DEVICE T Grad(T g, T y) const {
    return g * y;
  }
};

}  // namespace paddle::operators
