// The functor of relu6: Out = min(max(X, 0), threshold), by default 6 (see
// activation_loops.h).
#pragma once

#include "paddle/platform/host_device.h"

namespace paddle::operators {

// The gradient passes strictly between the bounds, as Out tells.
//
// At 0 and at the threshold, where there is no derivative, it is 0. NaN stays
// NaN, and its gradient passes.
struct Relu6Functor {
  static constexpr const char* kAttributes[] = {"threshold"};
  static constexpr bool kGradReadsOut = true;
  // The greatest value of Out; greater than 0.
  double threshold;

  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    const T high = static_cast<T>(threshold);
    const T raised = x < T(0) ? T(0) : x;
    return raised > high ? high : raised;
  }
  template <typename T>
  PADDLE_HOST_DEVICE T Grad(T g, T y) const {
    const bool outside = (y <= T(0)) | (y >= static_cast<T>(threshold));
    return outside ? T(0) : g;
  }
};

}  // namespace paddle::operators
