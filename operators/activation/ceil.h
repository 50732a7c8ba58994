// The functor of ceil: Out = X rounded up to a whole number (see
// activation_loops.h). Step functions have no Grad: their gradient is zeros
// (zero_gradient.h).
#pragma once

#include <cmath>

#include "paddle/platform/host_device.h"

namespace paddle::operators {

struct CeilFunctor {
  // One instruction on processors with SSE4.1 or NEON, and vectorized there.
  // -0.5 becomes -0, infinities stay.
  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    return std::ceil(x);
  }
};

}  // namespace paddle::operators
