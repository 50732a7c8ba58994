// exp(X): see operators/kernels/activation_loops.h.
#pragma once

#include "paddle/operators/kernels/scalar_math.h"

namespace paddle::operators {

struct ExpFunctor {
  static constexpr bool kGradReadsOut = true;
  template <typename T>
  T Value(T x) const {
    return kernels::Exp(x);
  }
  template <typename T>
  T Grad(T g, T y) const {
    return g * y;
  }
};

}  // namespace paddle::operators
