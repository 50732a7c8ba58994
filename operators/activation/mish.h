// X * tanh(log(1 + exp(X))): see operators/activation/activation_loops.h.
#pragma once

#include "paddle/operators/math/loops/scalar_math.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

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
    const T rest = kernels::Select(x > T(kCap), T(0), x * slope);
    return g * (n / d + rest);
  }

 private:
  // Beyond it tanh(log(1 + exp(x))) is 1.
  static constexpr double kCap = 20;
  template <typename T>
  PADDLE_HOST_DEVICE static T Capped(T x) {
    return kernels::Select(x > T(kCap), T(kCap), x);
  }
  // n of tanh(log(1 + e)) = n / (n + 2).
  template <typename T>
  PADDLE_HOST_DEVICE static T Half(T e) {
    return e * (e + T(2));
  }
};

}  // namespace paddle::operators
