// The functor of hard_swish: Out = X * min(max(X + offset, 0), threshold) /
// scale (see activation_loops.h). Source: Howard et al. 2019, arXiv:1905.02244.
#pragma once

#include "paddle/operators/math/loops/scalar_math.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

// The derivative is 0 up to -offset, (2 x + offset) / scale between the bounds,
// and threshold / scale above: three pieces, selected without branches.
//
// With the defaults it is within 0.15 of swish and needs no exponential. X =
// -inf gives NaN, of -inf * 0, with the gradient 0.
struct HardSwishFunctor {
  static constexpr const char* kAttributes[] = {"threshold", "scale", "offset"};
  static constexpr bool kGradReadsOut = false;
  // The upper bound of X + offset, the divisor, and the offset; by default 6, 6
  // and 3.
  double threshold;
  double scale;
  double offset;

  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    // One division for all elements, and the result is X itself above.
    const T inverse = T(1) / static_cast<T>(scale);
    const T high = static_cast<T>(threshold) / static_cast<T>(scale);
    const T line = (x + static_cast<T>(offset)) * inverse;
    const T raised = kernels::Select(line < T(0), T(0), line);
    return x * kernels::Select(raised > high, high, raised);
  }
  template <typename T>
  PADDLE_HOST_DEVICE T Grad(T g, T x) const {
    const T high = static_cast<T>(threshold);
    const T line = x + static_cast<T>(offset);
    // The slope times `scale`: (x + offset) + x between the bounds.
    const T slope = kernels::Select(line >= high, high, line + x);
    return g * kernels::Select(line <= T(0), T(0), slope) /
           static_cast<T>(scale);
  }
};

}  // namespace paddle::operators
