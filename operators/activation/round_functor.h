// X rounded to the nearest whole number, halves to the even one: see
// operators/kernels/activation_loops.h.
#pragma once

#include <cmath>

namespace paddle::operators {

struct RoundFunctor {
  template <typename T>
  T Value(T x) const {
    return std::nearbyint(x);
  }
};

}  // namespace paddle::operators
