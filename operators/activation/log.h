// the natural logarithm of X (-inf for 0, NaN below): see
// operators/activation/activation_loops.h.
#pragma once

#include "paddle/operators/math/loops/scalar_math.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

struct LogFunctor {
  static constexpr bool kGradReadsOut = false;
  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    return kernels::Log(x);
  }
  template <typename T>
  PADDLE_HOST_DEVICE T Grad(T g, T x) const {
    return g / x;
  }
};

}  // namespace paddle::operators
