// The functions of one element that norms are made of, marked for GPUs.
#pragma once

#include <cmath>

#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

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
    return p == A(0) ? A(x != A(0)) : std::pow(std::abs(x), p);
  }
};

// What becomes of a sum of p-th powers.
template <typename A>
struct Root {
  A p;  // 1: the sum stays as it is
  PADDLE_HOST_DEVICE A operator()(A sum) const {
    if (p == A(1)) return sum;
    return p == A(2) ? std::sqrt(sum) : std::pow(sum, 1 / p);
  }
};

// Of the largest magnitude: 0 over no elements.
struct NotNegative {
  template <typename A>
  PADDLE_HOST_DEVICE A operator()(A top) const {
    return top < A(0) ? A(0) : top;
  }
};

struct Sign {
  template <typename A>
  PADDLE_HOST_DEVICE A operator()(A x) const {
    return static_cast<A>(x > A(0)) - static_cast<A>(x < A(0));
  }
};

// What a gradient is multiplied with: the slopes at x of |x|, x^2, and of norms
// over x.
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
    const bool flat = x == A(0) || norm == A(0) || power == A(-1);
    return flat ? A(0) : Sign()(x) * std::pow(std::abs(x) / norm, power);
  }
};

}  // namespace paddle::operators::kernels
