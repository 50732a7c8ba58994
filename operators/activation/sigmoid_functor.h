// 1 / (1 + exp(-X)): see operators/kernels/activation_loops.h.
#pragma once

#include "paddle/operators/kernels/scalar_math.h"

namespace paddle::operators {

struct SigmoidFunctor {
  static constexpr bool kGradReadsOut = true;
  template <typename T>
  T Value(T x) const {
    return kernels::Sigmoid(x);
  }
  template <typename T>
  T Grad(T g, T y) const {
    return g * y * (T(1) - y);
  }
};

}  // namespace paddle::operators
