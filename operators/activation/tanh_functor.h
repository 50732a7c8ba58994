// tanh(X): see operators/kernels/activation_loops.h.
#pragma once

#include "paddle/operators/kernels/scalar_math.h"

namespace paddle::operators {

struct TanhFunctor {
  static constexpr bool kGradReadsOut = true;
  template <typename T>
  T Value(T x) const {
    return kernels::Tanh(x);
  }
  template <typename T>
  T Grad(T g, T y) const {
    return g * (T(1) - y * y);
  }
};

}  // namespace paddle::operators
