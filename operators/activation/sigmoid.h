// The functor of sigmoid: Out = 1 / (1 + exp(-X)) (see activation_loops.h).
#pragma once

#include "paddle/operators/activation/float_run.h"
#include "paddle/operators/math/loops/scalar_math.h"
#include "paddle/operators/math/loops/vector_math.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

// The derivative is Out (1 - Out).
//
// Out lies in [0, 1]. Where it rounds to 0 or 1 the gradient is 0. The gradient
// needs no exponential.
struct SigmoidFunctor {
  static constexpr bool kGradReadsOut = true;
  static constexpr kernels::FloatRun* kFloatRun = kernels::Sigmoid<float>;
  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    return kernels::Sigmoid(x);
  }
  template <typename T>
  PADDLE_HOST_DEVICE T Grad(T g, T y) const {
    return g * y * (T(1) - y);
  }
};

}  // namespace paddle::operators
