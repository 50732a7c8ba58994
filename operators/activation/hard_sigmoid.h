// The functor of hard_sigmoid: Out = min(max(slope * X + offset, 0), 1), a
// sigmoid of straight lines (see activation_loops.h).
#pragma once

#include "paddle/operators/math/loops/scalar_math.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

// The derivative is `slope` between the bounds and 0 at them: Out tells which,
// and X may be freed.
//
// Out lies in [0, 1], with 1/2 at 0 for the default offset. NaN stays NaN and
// passes its gradient, times the slope.
struct HardSigmoidFunctor {
  static constexpr const char* kAttributes[] = {"slope", "offset"};
  static constexpr bool kGradReadsOut = true;
  // The slope between the bounds, by default 0.2, and the value for X = 0, by
  // default 0.5.
  double slope;
  double offset;

  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    const T line = static_cast<T>(slope) * x + static_cast<T>(offset);
    const T raised = line < T(0) ? T(0) : line;
    return raised > T(1) ? T(1) : raised;
  }
  template <typename T>
  PADDLE_HOST_DEVICE T Grad(T g, T y) const {
    // From Out, which is exactly 0 or 1 outside of the bounds.
    const bool flat = (y <= T(0)) | (y >= T(1));
    return kernels::Select(flat, T(0), g * static_cast<T>(slope));
  }
};

}  // namespace paddle::operators
