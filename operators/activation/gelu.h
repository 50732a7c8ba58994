// The functors of gelu, the Gaussian error linear unit: Out = X * Phi(X), where
// Phi is the standard normal distribution function, exactly and approximated by
// a tanh (see activation_loops.h). The kernels choose by the attribute
// `approximate`, outside of the loop. Source: Hendrycks and Gimpel 2016,
// arXiv:1606.08415.
#pragma once

#include "paddle/operators/activation/float_run.h"
#include "paddle/operators/math/loops/normal_probability.h"
#include "paddle/operators/math/loops/scalar_math.h"
#include "paddle/operators/math/loops/vector_math.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

// Phi(x) = (1 + erf(x / sqrt(2))) / 2; the derivative of the product is Phi(x)
// + x phi(x), where phi is the density of the distribution.
//
// Out tends to 0 for X = -inf and to X for X = inf, and has a minimum of about
// -0.17 near -0.75. At X = -inf itself the product -inf * 0 is NaN, and so is
// the gradient at either infinity.
struct GeluFunctor {
  static constexpr bool kGradReadsOut = false;
  static constexpr kernels::FloatRun* kFloatRun = kernels::Gelu<float>;

  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    return x * kernels::NormalProbability(x);
  }
  template <typename T>
  PADDLE_HOST_DEVICE T Grad(T g, T x) const {
    // The density phi(x) = exp(-x^2 / 2) / sqrt(2 pi).
    constexpr T kDensityAt0 = T(0.39894228040143267794);  // 1 / sqrt(2 pi)
    const T density = kDensityAt0 * kernels::Exp(T(-0.5) * x * x);
    return g * (kernels::NormalProbability(x) + x * density);
  }
};

// Out = X / 2 * (1 + tanh(inner(X))), inner(x) = sqrt(2 / pi) (x + 0.044715
// x^3): cheaper than erf, within about 1e-3, and what many published models
// were trained with. At X = -inf it is NaN, too. The gradient is NaN where
// inner'(X) overflows, in float from about |X| = 5e19 on.
struct ApproximateGeluFunctor {
  static constexpr bool kGradReadsOut = false;

  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    return T(0.5) * x * (T(1) + kernels::Tanh(Inner(x)));
  }
  template <typename T>
  PADDLE_HOST_DEVICE T Grad(T g, T x) const {
    const T t = kernels::Tanh(Inner(x));
    // inner'(x); tanh is computed once for the value and its derivative, 1 -
    // t^2.
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
