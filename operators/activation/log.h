// The functor of log: Out = the natural logarithm of X, -inf for 0 and NaN for
// a negative number (see activation_loops.h).
#pragma once

#include "paddle/operators/activation/float_run.h"
#include "paddle/operators/math/loops/scalar_math.h"
#include "paddle/operators/math/loops/vector_math.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

// log'(x) = 1 / x: inf at 0, where the operator gives -inf.
//
// The gradient reads X: exp(Out) would be slower and less accurate. For a
// negative X, where Out is NaN, it is g / X all the same.
struct LogFunctor {
  static constexpr bool kGradReadsOut = false;
  static constexpr kernels::FloatRun* kFloatRun = kernels::Log<float>;
  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    return kernels::Log(x);
  }
  template <typename T>
  PADDLE_HOST_DEVICE T Grad(T g, T x) const {
    return g / x;
  }
};

}  // namespace paddle::operators
