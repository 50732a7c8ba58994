// Duchi et al., "Adaptive subgradient methods", 2011: see
// operators/optimizer/functor_rule.h.
#pragma once

#include <cmath>

#include "paddle/platform/host_device.h"

namespace paddle::operators {

struct AdagradFunctor {
  static constexpr const char* kAttributes[] = {"epsilon"};
  static constexpr const char* kStates[] = {"Moment"};
  static constexpr bool kLazy = true;  // zeros change nothing
  double epsilon;

  template <typename T>
  struct Rule {
    T rate, epsilon;
    PADDLE_HOST_DEVICE T operator()(T p, T g, T& m) const {
      m += g * g;
      return p - rate * g / (std::sqrt(m) + epsilon);
    }
  };

  template <typename T>
  PADDLE_HOST_DEVICE Rule<T> Prepare(T rate) const {
    return {rate, static_cast<T>(epsilon)};
  }
};

}  // namespace paddle::operators
