// The functor of square: Out = X^2, for floating and integer tensors (see
// activation_loops.h). Integers wrap around.
#pragma once

#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

// The derivative is 2 x.
//
// It reads X, whose sign Out does not have. A float overflows to inf above the
// root of its largest number.
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
