// X - tanh(X): see operators/kernels/activation_loops.h.
#pragma once

#include "paddle/operators/kernels/scalar_math.h"

namespace paddle::operators {

struct TanhShrinkFunctor {
  static constexpr bool kGradReadsOut = false;
  template <typename T>
  T Value(T x) const {
    return x - kernels::Tanh(x);
  }
  template <typename T>
  T Grad(T g, T x) const {
    const T t = kernels::Tanh(x);
    return g * t * t;
  }
};

}  // namespace paddle::operators
