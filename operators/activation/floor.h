// X rounded down to a whole number: see
// operators/activation/activation_loops.h.
#pragma once

#include <cmath>

#include "paddle/platform/host_device.h"

namespace paddle::operators {

struct FloorFunctor {
  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    return std::floor(x);
  }
};

}  // namespace paddle::operators
