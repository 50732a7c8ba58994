// The functor of swish: Out = X / (1 + exp(-beta * X)) (see
// activation_loops.h). Source: Ramachandran, Zoph and Le 2017,
// arXiv:1710.05941.
#pragma once

#include "paddle/operators/math/loops/scalar_math.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

// With s = sigmoid(beta x) the derivative is s + beta x s (1 - s).
//
// Swish with beta = 1 is silu. It tends to relu as beta grows, and to X / 2 as
// beta goes to 0. beta is an attribute and is not learned. At X = -inf itself
// the product -inf * 0 is NaN for a positive beta, and the gradient is NaN at
// either infinity.
struct SwishFunctor {
  static constexpr const char* kAttributes[] = {"beta"};
  static constexpr bool kGradReadsOut = false;
  // The steepness of the sigmoid, by default 1.
  double beta;

  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    return x * kernels::Sigmoid(static_cast<T>(beta) * x);
  }
  template <typename T>
  PADDLE_HOST_DEVICE T Grad(T g, T x) const {
    // sigmoid is computed once for both terms.
    const T steep = static_cast<T>(beta);
    const T s = kernels::Sigmoid(steep * x);
    return g * (s + steep * x * s * (T(1) - s));
  }
};

}  // namespace paddle::operators
