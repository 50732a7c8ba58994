// x + y: see operators/kernels/elementwise.h.
#pragma once

#include "paddle/operators/kernels/arithmetic.h"

namespace paddle::operators {

struct AddFunctor {
  static constexpr bool kGradReadsInputs = false;
  template <typename T>
  static T Value(T x, T y) {
    return kernels::Add(x, y);
  }
  template <typename T>
  static T Dx(T g, T, T) {
    return g;
  }
  template <typename T>
  static T Dy(T g, T, T) {
    return g;
  }
};

}  // namespace paddle::operators
