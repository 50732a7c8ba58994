// The functor of selu, the scaled exponential linear unit: Out = scale * X
// where X > 0, otherwise scale * alpha * (exp(X) - 1) (see activation_loops.h).
// Source: Klambauer, Unterthiner, Mayr and Hochreiter 2017, arXiv:1706.02515.
#pragma once

#include "paddle/operators/math/loops/scalar_math.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

// selu'(x) = scale where x > 0, otherwise scale * alpha * exp(x). It reads X,
// as elu does: at X = 0 it is that of the left side.
//
// By default numbers of mean 0 and variance 1 keep both through a layer with
// weights of variance 1 / inputs.
struct SeluFunctor {
  static constexpr const char* kAttributes[] = {"scale", "alpha"};
  static constexpr bool kGradReadsOut = false;
  double scale;
  double alpha;

  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    // Both sides are computed. Where x > 0, expm1 may overflow to inf, which
    // Select drops.
    return static_cast<T>(scale) *
           kernels::Select(x > T(0), x,
                           static_cast<T>(alpha) * kernels::Expm1(x));
  }
  template <typename T>
  PADDLE_HOST_DEVICE T Grad(T g, T x) const {
    const T scaled = g * static_cast<T>(scale);
    return kernels::Select(x > T(0), scaled,
                           scaled * static_cast<T>(alpha) * kernels::Exp(x));
  }
};

}  // namespace paddle::operators
