// Adagrad (Duchi et al., "Adaptive subgradient methods", 2011): see
// operators/optimizer/functor_rule.h.
#pragma once

#include <cmath>

#include "paddle/platform/host_device.h"

namespace paddle::operators {

// One step, with a sum of squares that only grows:
//   m = m + g^2
//   p = p - rate * g / (sqrt(m) + epsilon)
struct AdagradFunctor {
  static constexpr const char* kAttributes[] = {"epsilon"};
  // The sum of squared gradients, like Param.
  static constexpr const char* kStates[] = {"Moment"};
  static constexpr bool kLazy = true;  // zeros change nothing
  // Outside the root: keeps 0 / 0 from elements without a gradient so far.
  double epsilon;

  // Without a gradient, m and p stay as they are: see kLazy.
  template <typename T>
  struct Rule {
    T rate, epsilon;
    PADDLE_HOST_DEVICE T operator()(T p, T g, T& m) const {
      m += g * g;
      return p - rate * g / (std::sqrt(m) + epsilon);
    }
  };

  // Returns the rule of any step: steps differ in the rate alone.
  template <typename T>
  PADDLE_HOST_DEVICE Rule<T> Prepare(T rate) const {
    return {rate, static_cast<T>(epsilon)};
  }
};

}  // namespace paddle::operators
