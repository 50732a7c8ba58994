// The functor of hard_shrink: Out = X where |X| > threshold, otherwise 0 (see
// activation_loops.h).
#pragma once

#include <cmath>

#include "paddle/platform/host_device.h"

namespace paddle::operators {

// The gradient passes where X does. The comparison is <=, so that a NaN, which
// fails it, stays NaN. Out jumps at the threshold, unlike softshrink, and the
// gradient there is 0. The gradient of NaN passes.
struct HardShrinkFunctor {
  static constexpr const char* kAttributes[] = {"threshold"};
  static constexpr bool kGradReadsOut = false;
  // Numbers up to this far from 0 become 0; by default 0.5, at least 0.
  double threshold;

  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    return std::abs(x) <= static_cast<T>(threshold) ? T(0) : x;
  }
  template <typename T>
  PADDLE_HOST_DEVICE T Grad(T g, T x) const {
    return std::abs(x) <= static_cast<T>(threshold) ? T(0) : g;
  }
};

}  // namespace paddle::operators
