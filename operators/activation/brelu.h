// min(max(X, t_min), t_max): see operators/activation/activation_loops.h.
#pragma once

#include "paddle/platform/host_device.h"

namespace paddle::operators {

struct BreluFunctor {
  static constexpr const char* kAttributes[] = {"t_min", "t_max"};
  static constexpr bool kGradReadsOut = false;
  double t_min;
  double t_max;

  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    const T low = static_cast<T>(t_min), high = static_cast<T>(t_max);
    const T raised = x < low ? low : x;
    return raised > high ? high : raised;
  }
  template <typename T>
  PADDLE_HOST_DEVICE T Grad(T g, T x) const {
    const bool outside =
        (x <= static_cast<T>(t_min)) | (x >= static_cast<T>(t_max));
    return outside ? T(0) : g;
  }
};

}  // namespace paddle::operators
