// X / (1 + |X|): see operators/kernels/activation_loops.h.
#pragma once

#include <cmath>

namespace paddle::operators {

struct SoftsignFunctor {
  static constexpr bool kGradReadsOut = false;
  template <typename T>
  T Value(T x) const {
    return x / (T(1) + std::abs(x));
  }
  template <typename T>
  T Grad(T g, T x) const {
    const T scale = T(1) + std::abs(x);
    return g / (scale * scale);
  }
};

}  // namespace paddle::operators
