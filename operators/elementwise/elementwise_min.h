// The functor of elementwise_min: Out = the smaller of X and Y (see
// operators/math/loops/elementwise.h).
#pragma once

#include "paddle/operators/math/loops/scalar_math.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

// The gradient goes to the smaller operand; equal operands get half each, as
// for elementwise_max, which gives the reasons.
struct ElementwiseMinFunctor {
  static constexpr bool kGradReadsInputs = true;
  // NaN wins, as in NumPy, on either side: one in x is x != x, one in y fails x
  // < y. There is no branch, so the loop is vectorized.
  template <typename T>
  PADDLE_HOST_DEVICE static T Value(T x, T y) {
    return ((x < y) | (x != x)) ? x : y;
  }
  // NaN in either operand fails both comparisons: both get g.
  template <typename T>
  PADDLE_HOST_DEVICE static T Dx(T g, T x, T y) {
    return kernels::Select(x > y, T(0), kernels::Select(x == y, g / 2, g));
  }
  template <typename T>
  PADDLE_HOST_DEVICE static T Dy(T g, T x, T y) {
    // By symmetry.
    return Dx(g, y, x);
  }
};

}  // namespace paddle::operators
