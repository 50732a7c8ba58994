// The functor of stanh, a scaled tanh: Out = scale_b * tanh(scale_a * X) (see
// activation_loops.h). Source: LeCun, Bottou, Orr and Mueller, Efficient
// BackProp, 1998.
#pragma once

#include "paddle/operators/math/loops/scalar_math.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

// The derivative is scale_a scale_b (1 - tanh(scale_a x)^2). It reads X: Out
// cannot be divided by a scale_b of 0.
//
// With the defaults, 2/3 and 1.7159, f(1) = 1 and f(-1) = -1, and the second
// derivative is largest there, as the paper explains. It lies in [-|scale_b|,
// |scale_b|].
struct StanhFunctor {
  static constexpr const char* kAttributes[] = {"scale_a", "scale_b"};
  static constexpr bool kGradReadsOut = false;
  // The factors of X and of the tanh.
  double scale_a;
  double scale_b;

  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    return static_cast<T>(scale_b) * kernels::Tanh(static_cast<T>(scale_a) * x);
  }
  template <typename T>
  PADDLE_HOST_DEVICE T Grad(T g, T x) const {
    const T t = kernels::Tanh(static_cast<T>(scale_a) * x);
    return g * static_cast<T>(scale_a * scale_b) * (T(1) - t * t);
  }
};

}  // namespace paddle::operators
