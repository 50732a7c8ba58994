// X rounded to the nearest whole number, halves to the even one: see
// operators/activation/activation_loops.h.
#pragma once

#include <cmath>

#include "paddle/platform/host_device.h"

namespace paddle::operators {

struct RoundFunctor {
  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    return std::nearbyint(x);
  }
};

}  // namespace paddle::operators
