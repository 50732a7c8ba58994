// The functor of round: Out = X rounded to the nearest whole number, halves to
// the even one (see activation_loops.h). It has no Grad; its gradient is zeros
// (zero_gradient.h).
#pragma once

#include <cmath>

#include "paddle/platform/host_device.h"

namespace paddle::operators {

struct RoundFunctor {
  // 0.5 and 2.5 become 0 and 2, as in Python and NumPy: sums of rounded numbers
  // have no drift.
  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    // The rounding mode of the processor is to even; std::round would take
    // halves away from 0.
    return std::nearbyint(x);
  }
};

}  // namespace paddle::operators
