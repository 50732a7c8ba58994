// The functor of mish: Out = X * tanh(log(1 + exp(X))) (see
// activation_loops.h). Source: Misra 2019, arXiv:1908.08681.
#pragma once

#include "paddle/operators/math/loops/scalar_math.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

// With e = exp(x) and n = e (e + 2), tanh(log(1 + e)) = n / (n + 2): one
// exponential instead of exp, log and tanh. Its derivative is 4 e (e + 1) / (n
// + 2)^2.
//
// Out tends to 0 for X = -inf and to X for X = inf, and has a minimum of about
// -0.31 near -1.19. At X = -inf itself both it and the gradient are NaN, of
// -inf * 0.
struct MishFunctor {
  static constexpr bool kGradReadsOut = false;
  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    const T n = Half(kernels::Exp(Capped(x)));
    return x * (n / (n + T(2)));
  }
  template <typename T>
  PADDLE_HOST_DEVICE T Grad(T g, T x) const {
    const T e = kernels::Exp(Capped(x));
    const T n = Half(e);
    const T d = n + T(2);
    const T slope = T(4) * e * (e + T(1)) / (d * d);
    // Above the cap the tanh is constant, and only the factor x has a slope.
    const T rest = kernels::Select(x > T(kCap), T(0), x * slope);
    return g * (n / d + rest);
  }

 private:
  // Above this x, tanh(log(1 + exp(x))) is 1 in all bits; exp(x) is capped
  // there, since its square would overflow.
  static constexpr double kCap = 20;
  template <typename T>
  PADDLE_HOST_DEVICE static T Capped(T x) {
    return kernels::Select(x > T(kCap), T(kCap), x);
  }
  // Returns n = e (e + 2).
  template <typename T>
  PADDLE_HOST_DEVICE static T Half(T e) {
    return e * (e + T(2));
  }
};

}  // namespace paddle::operators
