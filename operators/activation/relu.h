// max(X, 0): see operators/activation/activation_loops.h.
#pragma once

#include "paddle/platform/host_device.h"

namespace paddle::operators {

struct ReluFunctor {
  static constexpr bool kGradReadsOut = true;
  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    return x < T(0) ? T(0) : x;
  }
  template <typename T>
  PADDLE_HOST_DEVICE T Grad(T g, T y) const {
    return y <= T(0) ? T(0) : g;  // a NaN must not vanish
  }
};

}  // namespace paddle::operators
