// X to the power of factor: see operators/activation/activation_loops.h.
#pragma once

#include <cmath>

#include "paddle/platform/host_device.h"

namespace paddle::operators {

struct PowFunctor {
  static constexpr const char* kAttributes[] = {"factor"};
  static constexpr bool kGradReadsOut = false;
  double factor;

  template <typename T>
  PADDLE_HOST_DEVICE T Value(T x) const {
    return std::pow(x, static_cast<T>(factor));
  }
  template <typename T>
  PADDLE_HOST_DEVICE T Grad(T g, T x) const {
    const T power = static_cast<T>(factor);
    return power == T(0) ? T(0) : g * power * std::pow(x, power - T(1));
  }
};

}  // namespace paddle::operators
