// The functor of floor: Out = X rounded down to a whole number (see
// activation_loops.h). It has no Grad; its gradient is zeros (zero_gradient.h).
#pragma once

#include <cmath>

#include "paddle/platform/host_device.h"

namespace paddle::operators {

struct FloorFunctor {
  // One instruction on processors with SSE4.1 or NEON, and vectorized there.
  // Infinities stay.
  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    return std::floor(x);
  }
};

}  // namespace paddle::operators
