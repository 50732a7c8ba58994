// x * y: see operators/kernels/elementwise.h.
#pragma once

#include "paddle/operators/kernels/arithmetic.h"

namespace paddle::operators {

struct MulFunctor {
  static constexpr bool kGradReadsInputs = true;
  template <typename T>
  static T Value(T x, T y) {
    return kernels::Multiply(x, y);
  }
  template <typename T>
  static T Dx(T g, T, T y) {
    return g * y;
  }
  template <typename T>
  static T Dy(T g, T x, T) {
    return g * x;
  }
};

}  // namespace paddle::operators
