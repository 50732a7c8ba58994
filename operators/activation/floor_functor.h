// X rounded down to a whole number: see operators/kernels/activation_loops.h.
#pragma once

#include <cmath>

namespace paddle::operators {

struct FloorFunctor {
  template <typename T>
  T Value(T x) const {
    return std::floor(x);
  }
};

}  // namespace paddle::operators
