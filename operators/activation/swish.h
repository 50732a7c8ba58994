// X / (1 + exp(-beta * X)): see operators/activation/activation_loops.h.
#pragma once

#include "paddle/operators/math/loops/scalar_math.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

struct SwishFunctor {
  static constexpr const char* kAttributes[] = {"beta"};
  static constexpr bool kGradReadsOut = false;
  double beta;

  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    return x * kernels::Sigmoid(static_cast<T>(beta) * x);
  }
  template <typename T>
  PADDLE_HOST_DEVICE T Grad(T g, T x) const {
    const T steep = static_cast<T>(beta);
    const T s = kernels::Sigmoid(steep * x);
    return g * (s + steep * x * s * (T(1) - s));
  }
};

}  // namespace paddle::operators
