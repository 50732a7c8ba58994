// cos(X), X in radians: see operators/activation/activation_loops.h.
#pragma once

#include <cmath>

#include "paddle/platform/host_device.h"

namespace paddle::operators {

struct CosFunctor {
  static constexpr bool kGradReadsOut = false;
  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    return std::cos(x);
  }
  template <typename T>
  PADDLE_HOST_DEVICE T Grad(T g, T x) const {
    return -g * std::sin(x);
  }
};

}  // namespace paddle::operators
