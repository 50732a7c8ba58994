// the natural logarithm of X (-inf for 0, NaN below): see
// operators/kernels/activation_loops.h.
#pragma once

#include "paddle/operators/kernels/scalar_math.h"

namespace paddle::operators {

struct LogFunctor {
  static constexpr bool kGradReadsOut = false;
  template <typename T>
  T Value(T x) const {
    return kernels::Log(x);
  }
  template <typename T>
  T Grad(T g, T x) const {
    return g / x;
  }
};

}  // namespace paddle::operators
