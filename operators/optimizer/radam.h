// RAdam (Liu et al., "On the variance of the adaptive learning rate and
// beyond", 2020): see operators/optimizer/functor_rule.h.
#pragma once

#include <cmath>

#include "paddle/operators/optimizer/adam_rule.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

// Adam whose rate is multiplied by a factor that makes up for the variance of 1
// / sqrt(v) in the first steps; before that variance is known, the step is that
// of momentum.
struct RadamFunctor {
  static constexpr const char* kAttributes[] = {"beta1", "beta2", "epsilon"};
  // Running means of gradients and of squared gradients, like Param.
  static constexpr const char* kStates[] = {"Moment1", "Moment2"};
  // The steps so far, of Param's type: a float counts to 2^24 exactly.
  static constexpr const char* kNumbers[] = {"Step"};
  // The parts of the two moments that stay.
  double beta1;
  double beta2;
  // Added to the root of the second moment.
  double epsilon;

  // That of Adam: the factor is part of a coefficient.
  template <typename T>
  using Rule = kernels::AdamRule<T>;

  // Returns the rule of step t = steps + 1. `limit` and `length` are the
  // paper's rho_inf and rho_t, the length of a simple moving average like this
  // one.
  template <typename T>
  PADDLE_HOST_DEVICE Rule<T> Prepare(T rate, T steps) const {
    const double t = steps + 1.0;
    kernels::AdamCoefficients of{beta1, beta2, epsilon};
    of.m_weight = rate / (1 - std::pow(beta1, t));
    const double power2 = std::pow(beta2, t);
    const double limit = 2 / (1 - beta2) - 1;
    const double length = limit - 2 * t * power2 / (1 - power2);
    if (length > 5) {
      of.m_weight *= std::sqrt((1 - power2) * (length - 4) * (length - 2) *
                               limit / ((limit - 4) * (limit - 2) * length));
    } else {  // The variance of the rate is unknown: momentum alone, over 1.
      of.root_weight = 0;
      of.epsilon = 1;
    }
    return kernels::RuleOf<T>(of);
  }
  // Counts the step; the powers are computed from the count.
  template <typename T>
  PADDLE_HOST_DEVICE void Advance(T& steps) const {
    steps += T(1);
  }
};

}  // namespace paddle::operators
