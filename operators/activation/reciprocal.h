// 1 / X: see operators/activation/activation_loops.h.
#pragma once

#include "paddle/platform/host_device.h"

namespace paddle::operators {

struct ReciprocalFunctor {
  static constexpr bool kGradReadsOut = true;
  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    return T(1) / x;
  }
  template <typename T>
  PADDLE_HOST_DEVICE T Grad(T g, T y) const {
    return -g * y * y;
  }
};

}  // namespace paddle::operators
