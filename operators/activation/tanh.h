// The functor of tanh: Out = tanh(X) (see activation_loops.h).
#pragma once

#include "paddle/operators/activation/float_run.h"
#include "paddle/operators/math/loops/scalar_math.h"
#include "paddle/operators/math/loops/vector_math.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

// The derivative is 1 - Out^2.
//
// Out lies in [-1, 1]; for small X it is X to the last bit. Where it rounds to
// 1 the gradient is 0.
struct TanhFunctor {
  static constexpr bool kGradReadsOut = true;
  static constexpr kernels::FloatRun* kFloatRun = kernels::Tanh<float>;
  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    return kernels::Tanh(x);
  }
  template <typename T>
  PADDLE_HOST_DEVICE T Grad(T g, T y) const {
    // No cancellation matters here: near |y| = 1 the result is near 0, and its
    // absolute error stays that of a rounding.
    return g * (T(1) - y * y);
  }
};

}  // namespace paddle::operators
