// x times the normal distribution's probability of less than x, exactly and by
// a tanh: see operators/activation/activation_loops.h.
#pragma once

#include "paddle/operators/math/loops/scalar_math.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

struct GeluFunctor {
  static constexpr bool kGradReadsOut = false;

  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    return x * Probability(x);
  }
  template <typename T>
  PADDLE_HOST_DEVICE T Grad(T g, T x) const {
    constexpr T kDensityAt0 = T(0.39894228040143267794);  // 1 / sqrt(2 pi)
    const T density = kDensityAt0 * kernels::Exp(T(-0.5) * x * x);
    return g * (Probability(x) + x * density);
  }

 private:
  template <typename T>
  PADDLE_HOST_DEVICE static T Probability(T x) {
    constexpr T kRootOfHalf = T(0.70710678118654752440);
    return T(0.5) * (T(1) + kernels::Erf(x * kRootOfHalf));
  }
};

struct ApproximateGeluFunctor {
  static constexpr bool kGradReadsOut = false;

  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    return T(0.5) * x * (T(1) + kernels::Tanh(Inner(x)));
  }
  template <typename T>
  PADDLE_HOST_DEVICE T Grad(T g, T x) const {
    const T t = kernels::Tanh(Inner(x));
    const T slope = T(kScale) * (T(1) + T(3 * kCubic) * x * x);
    return g * T(0.5) * (T(1) + t + x * (T(1) - t * t) * slope);
  }

 private:
  static constexpr double kScale = 0.79788456080286535588;  // sqrt(2 / pi)
  static constexpr double kCubic = 0.044715;
  template <typename T>
  PADDLE_HOST_DEVICE static T Inner(T x) {
    return T(kScale) * (x + T(kCubic) * x * x * x);
  }
};

}  // namespace paddle::operators
