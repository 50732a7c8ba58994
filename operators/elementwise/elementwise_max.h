// The functor of elementwise_max: Out = the larger of X and Y (see
// operators/math/loops/elementwise.h).
#pragma once

#include "paddle/operators/math/loops/scalar_math.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

// The gradient goes to the larger operand. Equal operands get half each, as in
// PyTorch, so that neither is preferred and the sum of both is g. It is
// computed from the inputs: Out alone does not tell that they were equal.
struct ElementwiseMaxFunctor {
  static constexpr bool kGradReadsInputs = true;
  // NaN wins, as in NumPy: x != x is true for NaN only, and a NaN in y fails x
  // > y. | instead of || leaves no branch, so the loop is vectorized.
  template <typename T>
  PADDLE_HOST_DEVICE static T Value(T x, T y) {
    return ((x > y) | (x != x)) ? x : y;
  }
  // NaN in either operand fails both comparisons: both get g.
  template <typename T>
  PADDLE_HOST_DEVICE static T Dx(T g, T x, T y) {
    return kernels::Select(x < y, T(0), kernels::Select(x == y, g / 2, g));
  }
  template <typename T>
  PADDLE_HOST_DEVICE static T Dy(T g, T x, T y) {
    // By symmetry.
    return Dx(g, y, x);
  }
};

}  // namespace paddle::operators
