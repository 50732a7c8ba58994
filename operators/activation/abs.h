// The functor of abs: Out = |X|, for floating and integer tensors (see
// activation_loops.h).
#pragma once

#include <cmath>
#include <type_traits>

#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/loops/scalar_math.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

// d|x|/dx = sign(x). At 0, which has no derivative, the gradient is 0, the
// middle of the subgradients, as in PyTorch.
//
// The second gradient is 0.
struct AbsFunctor {
  static constexpr bool kGradReadsOut = false;
  // The lowest integer, whose opposite is out of range, stays as it is.
  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    if constexpr (std::is_integral_v<T>) {
      return x < 0 ? kernels::Subtract(T(0), x) : x;
    } else {
      return std::abs(x);
    }
  }
  template <typename T>
  PADDLE_HOST_DEVICE T Grad(T g, T x) const {
    // A NaN fails both comparisons: g passes.
    return kernels::Select(x < T(0), -g, kernels::Select(x == T(0), T(0), g));
  }
};

}  // namespace paddle::operators
