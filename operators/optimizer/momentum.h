// Gradient descent with momentum (Sutskever et al., "On the importance of
// initialization and momentum in deep learning", 2013): see
// operators/optimizer/functor_rule.h.
#pragma once

#include "paddle/platform/host_device.h"

namespace paddle::operators {

// One step, plain or with Nesterov's look ahead:
//   v = mu * v + g
//   p = p - rate * v, or p = p - rate * (g + mu * v)
struct MomentumFunctor {
  static constexpr const char* kAttributes[] = {"mu", "use_nesterov"};
  // The velocity, like Param.
  static constexpr const char* kStates[] = {"Velocity"};
  // The part of the velocity that stays.
  double mu;
  bool use_nesterov;

  // Both kinds of step in one form without a branch.
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

  // Returns the rule of any step: steps differ in the rate alone.
  template <typename T>
  PADDLE_HOST_DEVICE Rule<T> Prepare(T rate) const {
    const T decay = static_cast<T>(mu);
    if (use_nesterov) return {decay, rate, rate * decay};
    return {decay, T(0), rate};
  }
};

}  // namespace paddle::operators
