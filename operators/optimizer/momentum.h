// Gradient descent with momentum (Sutskever et al., "On the importance of
// initialization and momentum in deep learning", 2013): see
// operators/optimizer/functor_rule.h.
#pragma once

#include "paddle/platform/host_device.h"

namespace paddle::operators {

struct MomentumFunctor {
  static constexpr const char* kAttributes[] = {"mu", "use_nesterov"};
  static constexpr const char* kStates[] = {"Velocity"};
  double mu;
  bool use_nesterov;

  template <typename T>
  struct Rule {
    T decay;
    // The step is a * gradient + b * new velocity.
    T a, b;
    PADDLE_HOST_DEVICE T operator()(T p, T g, T& v) const {
      v = decay * v + g;
      return p - (a * g + b * v);
    }
  };

  template <typename T>
  PADDLE_HOST_DEVICE Rule<T> Prepare(T rate) const {
    const T decay = static_cast<T>(mu);
    if (use_nesterov) return {decay, rate, rate * decay};
    return {decay, T(0), rate};
  }
};

}  // namespace paddle::operators
