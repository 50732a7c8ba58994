// The functor of thresholded_relu: Out = X where X > threshold, otherwise 0
// (see activation_loops.h).
#pragma once

#include "paddle/platform/host_device.h"

namespace paddle::operators {

// The gradient passes where X does. It reads X: a threshold below 0 makes Out =
// 0 ambiguous. NaN fails <= and stays.
//
// At the threshold, where Out jumps, it is 0. The gradient of NaN passes.
struct ThresholdedReluFunctor {
  static constexpr const char* kAttributes[] = {"threshold"};
  static constexpr bool kGradReadsOut = false;
  // X must exceed this to pass; by default 1.
  double threshold;

  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    return x <= static_cast<T>(threshold) ? T(0) : x;
  }
  template <typename T>
  PADDLE_HOST_DEVICE T Grad(T g, T x) const {
    return x <= static_cast<T>(threshold) ? T(0) : g;
  }
};

}  // namespace paddle::operators
