// log(1 + X), accurate for small X too (-inf for -1, NaN below): see
// operators/activation/activation_loops.h.
#pragma once

#include "paddle/operators/math/loops/scalar_math.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

struct Log1pFunctor {
  static constexpr bool kGradReadsOut = false;
  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    return kernels::Log1p(x);
  }
  template <typename T>
  PADDLE_HOST_DEVICE T Grad(T g, T x) const {
    return g / (T(1) + x);
  }
};

}  // namespace paddle::operators
