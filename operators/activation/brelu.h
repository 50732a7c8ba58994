// The functor of brelu, the bounded ReLU: Out = min(max(X, t_min), t_max) (see
// activation_loops.h).
#pragma once

#include "paddle/platform/host_device.h"

namespace paddle::operators {

// The gradient passes strictly between the bounds and is 0 elsewhere. The
// schema ensures that t_min <= t_max.
//
// Out is t_min for X = -inf and t_max for X = inf; NaN stays NaN. The gradient
// of NaN passes.
struct BreluFunctor {
  static constexpr const char* kAttributes[] = {"t_min", "t_max"};
  static constexpr bool kGradReadsOut = false;
  // The least and the greatest value of Out, by default 0 and 24.
  double t_min;
  double t_max;

  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    // A NaN fails both comparisons and stays.
    const T low = static_cast<T>(t_min), high = static_cast<T>(t_max);
    const T raised = x < low ? low : x;
    return raised > high ? high : raised;
  }
  template <typename T>
  PADDLE_HOST_DEVICE T Grad(T g, T x) const {
    // | instead of ||: without a branch the loop is vectorized.
    const bool outside =
        (x <= static_cast<T>(t_min)) | (x >= static_cast<T>(t_max));
    return outside ? T(0) : g;
  }
};

}  // namespace paddle::operators
