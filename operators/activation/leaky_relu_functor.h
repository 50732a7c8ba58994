// X where X > 0, else alpha * X: see operators/kernels/activation_loops.h.
#pragma once

#include "paddle/operators/kernels/scalar_math.h"

namespace paddle::operators {

struct LeakyReluFunctor {
  static constexpr const char* kAttributes[] = {"alpha"};
  static constexpr bool kGradReadsOut = false;
  double alpha;

  template <typename T>
  T Value(T x) const {
    return kernels::Select(x > T(0), x, static_cast<T>(alpha) * x);
  }
  template <typename T>
  T Grad(T g, T x) const {
    return kernels::Select(x > T(0), g, static_cast<T>(alpha) * g);
  }
};

}  // namespace paddle::operators
