// min(max(slope * X + offset, 0), 1): see
// operators/activation/activation_loops.h.
#pragma once

#include "paddle/operators/math/loops/scalar_math.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

struct HardSigmoidFunctor {
  static constexpr const char* kAttributes[] = {"slope", "offset"};
  static constexpr bool kGradReadsOut = true;
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
    const bool flat = (y <= T(0)) | (y >= T(1));
    return kernels::Select(flat, T(0), g * static_cast<T>(slope));
  }
};

}  // namespace paddle::operators
