// X^2: see operators/activation/activation_loops.h.
#pragma once

#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

struct SquareFunctor {
  static constexpr bool kGradReadsOut = false;
  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    return kernels::Multiply(x, x);
  }
  template <typename T>
  PADDLE_HOST_DEVICE T Grad(T g, T x) const {
    return g * T(2) * x;
  }
};

}  // namespace paddle::operators
