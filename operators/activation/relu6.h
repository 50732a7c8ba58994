// min(max(X, 0), threshold): see operators/activation/activation_loops.h.
#pragma once

#include "paddle/platform/host_device.h"

namespace paddle::operators {

struct Relu6Functor {
  static constexpr const char* kAttributes[] = {"threshold"};
  static constexpr bool kGradReadsOut = true;
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
