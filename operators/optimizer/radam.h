// Liu et al., "On the variance of the adaptive learning rate and beyond", 2020:
// see operators/optimizer/functor_rule.h.
#pragma once

#include <cmath>

#include "paddle/operators/optimizer/adam_rule.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

struct RadamFunctor {
  static constexpr const char* kAttributes[] = {"beta1", "beta2", "epsilon"};
  static constexpr const char* kStates[] = {"Moment1", "Moment2"};
  static constexpr const char* kNumbers[] = {"Step"};
  double beta1;
  double beta2;
  double epsilon;

  template <typename T>
  using Rule = kernels::AdamRule<T>;

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
  template <typename T>
  PADDLE_HOST_DEVICE void Advance(T& steps) const {
    steps += T(1);
  }
};

}  // namespace paddle::operators
