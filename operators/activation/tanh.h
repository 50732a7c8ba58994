// tanh(X): see operators/activation/activation_loops.h.
#pragma once

#include "paddle/operators/math/loops/scalar_math.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

struct TanhFunctor {
  static constexpr bool kGradReadsOut = true;
  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    return kernels::Tanh(x);
  }
  template <typename T>
  PADDLE_HOST_DEVICE T Grad(T g, T y) const {
    return g * (T(1) - y * y);
  }
};

}  // namespace paddle::operators
