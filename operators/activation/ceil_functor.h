// X rounded up to a whole number: see operators/kernels/activation_loops.h.
#pragma once

#include <cmath>

namespace paddle::operators {

struct CeilFunctor {
  template <typename T>
  T Value(T x) const {
    return std::ceil(x);
  }
};

}  // namespace paddle::operators
