// X where |X| > threshold, else 0: see operators/activation/activation_loops.h.
#pragma once

#include <cmath>

#include "paddle/platform/host_device.h"

namespace paddle::operators {

struct HardShrinkFunctor {
  static constexpr const char* kAttributes[] = {"threshold"};
  static constexpr bool kGradReadsOut = false;
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
