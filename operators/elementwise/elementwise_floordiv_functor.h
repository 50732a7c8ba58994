// x / y rounded down: see operators/kernels/elementwise.h.
#pragma once

#include "paddle/operators/kernels/arithmetic.h"

namespace paddle::operators {

struct FloordivFunctor {
  template <typename T>
  static T Value(T x, T y) {
    return kernels::FloorDivide(x, y);
  }
};

}  // namespace paddle::operators
