// X^2: see operators/kernels/activation_loops.h.
#pragma once

#include "paddle/operators/kernels/arithmetic.h"

namespace paddle::operators {

struct SquareFunctor {
  static constexpr bool kGradReadsOut = false;
  template <typename T>
  T Value(T x) const {
    return kernels::Multiply(x, x);
  }
  template <typename T>
  T Grad(T g, T x) const {
    return g * T(2) * x;
  }
};

}  // namespace paddle::operators
