// cos(X), X in radians: see operators/kernels/activation_loops.h.
#pragma once

#include <cmath>

namespace paddle::operators {

struct CosFunctor {
  static constexpr bool kGradReadsOut = false;
  template <typename T>
  T Value(T x) const {
    return std::cos(x);
  }
  template <typename T>
  T Grad(T g, T x) const {
    return -g * std::sin(x);
  }
};

}  // namespace paddle::operators
