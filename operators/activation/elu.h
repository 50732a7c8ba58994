// The functor of elu, the exponential linear unit: Out = X where X > 0,
// otherwise alpha * (exp(X) - 1) (see activation_loops.h). Source: Clevert,
// Unterthiner and Hochreiter 2015, arXiv:1511.07289.
#pragma once

#include "paddle/operators/math/loops/scalar_math.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

// elu'(x) = 1 where x > 0, otherwise alpha * exp(x). It reads X: with a
// negative alpha the sign of Out would not tell the two sides apart.
//
// Out lies in (-alpha, inf) for a positive alpha, and is as steep on both sides
// of 0 for alpha = 1. At X = 0 the derivative is that of the left side, alpha.
struct EluFunctor {
  static constexpr const char* kAttributes[] = {"alpha"};
  static constexpr bool kGradReadsOut = false;
  // Out tends to -alpha for X = -inf; by default 1.
  double alpha;

  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    // Both sides are computed. Where x > 0, expm1 may overflow to inf, which
    // Select drops: a product with 0 would be NaN.
    return kernels::Select(x > T(0), x,
                           static_cast<T>(alpha) * kernels::Expm1(x));
  }
  template <typename T>
  PADDLE_HOST_DEVICE T Grad(T g, T x) const {
    return kernels::Select(x > T(0), g,
                           g * static_cast<T>(alpha) * kernels::Exp(x));
  }
};

}  // namespace paddle::operators
