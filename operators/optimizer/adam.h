// Kingma and Ba, "Adam", 2015: see operators/optimizer/functor_rule.h.
#pragma once

#include <cmath>

#include "paddle/operators/optimizer/adam_rule.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

struct AdamFunctor {
  static constexpr const char* kAttributes[] = {"beta1", "beta2", "epsilon",
                                                "epsilon_hat"};
  static constexpr const char* kStates[] = {"Moment1", "Moment2"};
  static constexpr const char* kNumbers[] = {"Beta1Pow", "Beta2Pow"};
  double beta1;
  double beta2;
  double epsilon;
  bool epsilon_hat;

  template <typename T>
  using Rule = kernels::AdamRule<T>;

  // With epsilon_hat the end of section 2: param -= rate * sqrt(1 - power2) /
  // (1 - power1) * m / (sqrt(v) + epsilon).
  template <typename T>
  PADDLE_HOST_DEVICE Rule<T> Prepare(T rate, T power1, T power2) const {
    kernels::AdamCoefficients of =
        kernels::UnbiasedAdam({beta1, beta2, epsilon}, rate, power1, power2);
    if (epsilon_hat) {
      of.m_weight *= std::sqrt(1 - static_cast<double>(power2));
      of.root_weight = 1;
    }
    return kernels::RuleOf<T>(of);
  }
  template <typename T>
  PADDLE_HOST_DEVICE void Advance(T& power1, T& power2) const {
    kernels::AdvancePower(beta1, power1);
    kernels::AdvancePower(beta2, power2);
  }
};

}  // namespace paddle::operators
