// The functor of prelu, a ReLU with slopes that are learned: x where x > 0,
// otherwise alpha * x. It has two operands, X and Alpha, which broadcast (see
// operators/math/loops/elementwise.h). Source: He, Zhang, Ren and Sun 2015,
// arXiv:1502.01852.
#pragma once

#include "paddle/operators/math/loops/scalar_math.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

// d/dx = 1 or alpha, d/dalpha = 0 or x. ElementwiseGrad sums the latter over
// all elements that share a slope.
//
// At x = 0 the derivative is that of the left side, alpha. NaN takes that side,
// too, and stays NaN.
struct PreluFunctor {
  static constexpr bool kGradReadsInputs = true;
  template <typename T>
  PADDLE_HOST_DEVICE static T Value(T x, T alpha) {
    return kernels::Select(x > T(0), x, alpha * x);
  }
  template <typename T>
  PADDLE_HOST_DEVICE static T Dx(T g, T x, T alpha) {
    return kernels::Select(x > T(0), g, g * alpha);
  }
  template <typename T>
  PADDLE_HOST_DEVICE static T Dy(T g, T x, T) {
    return kernels::Select(x > T(0), T(0), g * x);
  }
};

}  // namespace paddle::operators
