// scale_b * tanh(scale_a * X): see operators/activation/activation_loops.h.
#pragma once

#include "paddle/operators/math/loops/scalar_math.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

struct StanhFunctor {
  static constexpr const char* kAttributes[] = {"scale_a", "scale_b"};
  static constexpr bool kGradReadsOut = false;
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
