// The functor of silu, the sigmoid linear unit: Out = X / (1 + exp(-X)) (see
// activation_loops.h). Source: Elfwing, Uchibe and Doya 2017, arXiv:1702.03118.
#pragma once

#include "paddle/operators/activation/float_run.h"
#include "paddle/operators/math/loops/scalar_math.h"
#include "paddle/operators/math/loops/vector_math.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

// With s = sigmoid(x) the derivative is s + x s (1 - s). It reads X: Out takes
// each value just above its minimum twice.
//
// Out tends to 0 for X = -inf and to X for X = inf, and has a minimum of about
// -0.28 near -1.28. It is swish with beta 1. At X = -inf itself the product
// -inf * 0 is NaN, and so is the gradient at either infinity.
struct SiluFunctor {
  static constexpr bool kGradReadsOut = false;
  static constexpr kernels::FloatRun* kFloatRun = kernels::Silu<float>;
  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    return x * kernels::Sigmoid(x);
  }
  template <typename T>
  PADDLE_HOST_DEVICE T Grad(T g, T x) const {
    // One exponential for both terms of the derivative.
    const T s = kernels::Sigmoid(x);
    return g * (s + x * s * (T(1) - s));
  }
};

}  // namespace paddle::operators
