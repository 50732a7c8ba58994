// X / (1 + |X|): see operators/activation/activation_loops.h.
#pragma once

#include <cmath>

#include "paddle/platform/host_device.h"

namespace paddle::operators {

struct SoftsignFunctor {
  static constexpr bool kGradReadsOut = false;
  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    return x / (T(1) + std::abs(x));
  }
  template <typename T>
  PADDLE_HOST_DEVICE T Grad(T g, T x) const {
    const T scale = T(1) + std::abs(x);
    return g / (scale * scale);
  }
};

}  // namespace paddle::operators
