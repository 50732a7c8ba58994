// The functor of elementwise_add: Out = X + Y (see
// operators/math/loops/elementwise.h).
#pragma once

#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

// Both gradients are g, summed over what was broadcast. They read neither
// operand, which may be freed early, and X@GRAD may be the memory of Out@GRAD.
// Integers wrap around.
struct ElementwiseAddFunctor {
  static constexpr bool kGradReadsInputs = false;
  template <typename T>
  PADDLE_HOST_DEVICE static T Value(T x, T y) {
    return kernels::Add(x, y);
  }
  // The gradient itself: if X@GRAD was given the memory of Out@GRAD, no loop
  // runs for it.
  template <typename T>
  PADDLE_HOST_DEVICE static T Dx(T g, T, T) {
    return g;
  }
  template <typename T>
  PADDLE_HOST_DEVICE static T Dy(T g, T, T) {
    return g;
  }
};

}  // namespace paddle::operators
