// 1 / sqrt(X) (inf for 0, NaN below): see
// operators/activation/activation_loops.h.
#pragma once

#include <cmath>

#include "paddle/platform/host_device.h"

namespace paddle::operators {

struct RsqrtFunctor {
  static constexpr bool kGradReadsOut = true;
  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    return T(1) / std::sqrt(x);
  }
  template <typename T>
  PADDLE_HOST_DEVICE T Grad(T g, T y) const {
    return T(-0.5) * g * y * y * y;
  }
};

}  // namespace paddle::operators
