// Adam (Kingma and Ba, "Adam: a method for stochastic optimization", 2015,
// algorithm 1): see operators/optimizer/functor_rule.h.
#pragma once

#include <cmath>

#include "paddle/operators/optimizer/adam_rule.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

// One step t, with m and v as in AdamRule:
//   p = p - rate * m / (1 - beta1^t) / (sqrt(v / (1 - beta2^t)) + epsilon)
struct AdamFunctor {
  static constexpr const char* kAttributes[] = {"beta1", "beta2", "epsilon",
                                                "epsilon_hat"};
  // Running means of gradients and of squared gradients, like Param.
  static constexpr const char* kStates[] = {"Moment1", "Moment2"};
  // beta1^t and beta2^t, which checkpoints save with the moments.
  static constexpr const char* kNumbers[] = {"Beta1Pow", "Beta2Pow"};
  // The parts of the two moments that stay.
  double beta1;
  double beta2;
  // Added to the root of the unbiased second moment.
  double epsilon;
  // True adds epsilon before the bias is removed, as version 1 of adam did.
  bool epsilon_hat;

  // The optimizers of the family share a rule; coefficients tell them apart.
  template <typename T>
  using Rule = kernels::AdamRule<T>;

  // Returns the rule of the step whose powers are beta1^t and beta2^t. With
  // epsilon_hat it is that of the end of section 2, where
  //   p = p - rate * sqrt(1 - power2) / (1 - power1) * m / (sqrt(v) + epsilon).
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
  // Computes the powers of step t + 1.
  template <typename T>
  PADDLE_HOST_DEVICE void Advance(T& power1, T& power2) const {
    kernels::AdvancePower(beta1, power1);
    kernels::AdvancePower(beta2, power2);
  }
};

}  // namespace paddle::operators
