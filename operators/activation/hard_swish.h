// X * min(max(X + offset, 0), threshold) / scale: see
// operators/activation/activation_loops.h.
#pragma once

#include "paddle/operators/math/loops/scalar_math.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

struct HardSwishFunctor {
  static constexpr const char* kAttributes[] = {"threshold", "scale", "offset"};
  static constexpr bool kGradReadsOut = false;
  double threshold;
  double scale;
  double offset;

  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    const T high = static_cast<T>(threshold);
    const T line = x + static_cast<T>(offset);
    const T raised = line < T(0) ? T(0) : line;
    return x * (raised > high ? high : raised) / static_cast<T>(scale);
  }
  template <typename T>
  PADDLE_HOST_DEVICE T Grad(T g, T x) const {
    const T high = static_cast<T>(threshold);
    const T line = x + static_cast<T>(offset);
    const T slope = kernels::Select(line >= high, high, line + x);
    return g * kernels::Select(line <= T(0), T(0), slope) /
           static_cast<T>(scale);
  }
};

}  // namespace paddle::operators
