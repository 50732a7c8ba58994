// The functors of norms, marked for GPUs: terms, roots of sums, and slopes.
#pragma once

#include <cmath>

#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// Terms: |x|, x^2 and |x|^p. The first two are common, and need no pow.
struct Magnitude {
  template <typename A>
  PADDLE_HOST_DEVICE A operator()(A x) const {
    return std::abs(x);
  }
};
struct Square {
  template <typename A>
  PADDLE_HOST_DEVICE A operator()(A x) const {
    return x * x;
  }
};
template <typename A>
struct PowerOfMagnitude {
  A p;
  PADDLE_HOST_DEVICE A operator()(A x) const {
    // pow(0, 0) is 1, but a 0 does not count in the 0-"norm".
    return p == A(0) ? A(x != A(0)) : std::pow(std::abs(x), p);
  }
};

// Returns the p-th root of a sum of p-th powers. A sum for p = 1 is the norm
// itself, and sqrt is one instruction.
template <typename A>
struct Root {
  A p;  // 1: the sum stays as it is
  PADDLE_HOST_DEVICE A operator()(A sum) const {
    // The branches are the same for all results, and there are few results.
    if (p == A(1)) return sum;
    return p == A(2) ? std::sqrt(sum) : std::pow(sum, 1 / p);
  }
};

// Turns the -inf that a maximum over no elements is into 0; a magnitude is
// never below 0.
struct NotNegative {
  template <typename A>
  PADDLE_HOST_DEVICE A operator()(A top) const {
    return top < A(0) ? A(0) : top;
  }
};

// Returns 1, -1 or 0, the slope of |x|; 0 for NaN. Written as a difference of
// comparisons, without a branch.
struct Sign {
  template <typename A>
  PADDLE_HOST_DEVICE A operator()(A x) const {
    return static_cast<A>(x > A(0)) - static_cast<A>(x < A(0));
  }
};

// The factors of gradients: the slopes at x of |x|, of x^2, and of norms.
struct SlopeOfMagnitude {
  template <typename A>
  PADDLE_HOST_DEVICE A operator()(A x, A) const {
    return Sign()(x);
  }
};
struct SlopeOfSquare {
  template <typename A>
  PADDLE_HOST_DEVICE A operator()(A x, A) const {
    return 2 * x;
  }
};
// The slope of the 2-norm: x / norm, and 0 at the origin, where it has no
// derivative; pow is not needed.
struct SlopeOfLength {
  template <typename A>
  PADDLE_HOST_DEVICE A operator()(A x, A norm) const {
    return norm == A(0) ? A(0) : x / norm;
  }
};
template <typename A>
struct SlopeOfNorm {
  A power;  // p - 1
  PADDLE_HOST_DEVICE A operator()(A x, A norm) const {
    // If |x| / norm is 0 or 0 / 0, the powers would be inf or NaN.
    const bool flat = x == A(0) || norm == A(0) || power == A(-1);
    // For p < 1 the power is negative, and pow(0, power) would be inf.
    return flat ? A(0) : Sign()(x) * std::pow(std::abs(x) / norm, power);
  }
};

}  // namespace paddle::operators::kernels
