// X where X > 0, else alpha * (exp(X) - 1): see
// operators/activation/activation_loops.h.
#pragma once

#include "paddle/operators/math/loops/scalar_math.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

struct EluFunctor {
  static constexpr const char* kAttributes[] = {"alpha"};
  static constexpr bool kGradReadsOut = false;
  double alpha;

  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
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
