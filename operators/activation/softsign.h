// The functor of softsign: Out = X / (1 + |X|) (see activation_loops.h).
#pragma once

#include <cmath>

#include "paddle/platform/host_device.h"

namespace paddle::operators {

// The derivative is 1 / (1 + |x|)^2, also at 0.
//
// Out lies in [-1, 1] and approaches the ends more slowly than tanh. An
// infinite X gives NaN, of inf / inf, with the gradient 0.
struct SoftsignFunctor {
  static constexpr bool kGradReadsOut = false;
  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    return x / (T(1) + std::abs(x));
  }
  template <typename T>
  PADDLE_HOST_DEVICE T Grad(T g, T x) const {
    // The square of 1 + |x| overflows to inf for huge X, and the gradient is
    // then 0, as it should be.
    const T scale = T(1) + std::abs(x);
    return g / (scale * scale);
  }
};

}  // namespace paddle::operators
