// Loshchilov and Hutter, "Decoupled weight decay regularization", 2019: see
// operators/optimizer/functor_rule.h.
#pragma once

#include "paddle/operators/optimizer/adam_rule.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

struct AdamwFunctor {
  static constexpr const char* kAttributes[] = {"beta1", "beta2", "epsilon",
                                                "coeff"};
  static constexpr const char* kStates[] = {"Moment1", "Moment2"};
  static constexpr const char* kNumbers[] = {"Beta1Pow", "Beta2Pow"};
  double beta1;
  double beta2;
  double epsilon;
  double decay;

  template <typename T>
  using Rule = kernels::AdamRule<T>;

  template <typename T>
  PADDLE_HOST_DEVICE Rule<T> Prepare(T rate, T power1, T power2) const {
    kernels::AdamCoefficients of =
        kernels::UnbiasedAdam({beta1, beta2, epsilon}, rate, power1, power2);
    of.keep = 1 - rate * decay;
    return kernels::RuleOf<T>(of);
  }
  template <typename T>
  PADDLE_HOST_DEVICE void Advance(T& power1, T& power2) const {
    kernels::AdvancePower(beta1, power1);
    kernels::AdvancePower(beta2, power2);
  }
};

}  // namespace paddle::operators
