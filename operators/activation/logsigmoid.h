// log(1 / (1 + exp(-X))): see operators/activation/activation_loops.h.
#pragma once

#include <cmath>

#include "paddle/operators/math/loops/scalar_math.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

struct LogsigmoidFunctor {
  static constexpr bool kGradReadsOut = false;
  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    return (x > T(0) ? T(0) : x) - kernels::Log1p(kernels::Exp(-std::abs(x)));
  }
  template <typename T>
  PADDLE_HOST_DEVICE T Grad(T g, T x) const {
    return g * kernels::Sigmoid(-x);
  }
};

}  // namespace paddle::operators
