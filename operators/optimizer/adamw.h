// AdamW (Loshchilov and Hutter, "Decoupled weight decay regularization", 2019):
// see operators/optimizer/functor_rule.h.
#pragma once

#include "paddle/operators/optimizer/adam_rule.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

// Adam that shrinks the parameter apart from the gradient:
//   p = (1 - rate * decay) * p - (the step of Adam)
// so that the decay is not divided by the root of the second moment.
struct AdamwFunctor {
  static constexpr const char* kAttributes[] = {"beta1", "beta2", "epsilon",
                                                "coeff"};
  // Running means of gradients and of squared gradients, like Param.
  static constexpr const char* kStates[] = {"Moment1", "Moment2"};
  // beta1^t and beta2^t.
  static constexpr const char* kNumbers[] = {"Beta1Pow", "Beta2Pow"};
  // The parts of the two moments that stay.
  double beta1;
  double beta2;
  double epsilon;
  // Attribute coeff.
  double decay;

  // That of Adam: the decay is its coefficient `keep`.
  template <typename T>
  using Rule = kernels::AdamRule<T>;

  // Returns the rule of the step whose powers are beta1^t and beta2^t. The
  // decay is multiplied by the rate.
  template <typename T>
  PADDLE_HOST_DEVICE Rule<T> Prepare(T rate, T power1, T power2) const {
    kernels::AdamCoefficients of =
        kernels::UnbiasedAdam({beta1, beta2, epsilon}, rate, power1, power2);
    of.keep = 1 - rate * decay;
    return kernels::RuleOf<T>(of);
  }
  // Computes beta1^(t + 1) and beta2^(t + 1).
  template <typename T>
  PADDLE_HOST_DEVICE void Advance(T& power1, T& power2) const {
    kernels::AdvancePower(beta1, power1);
    kernels::AdvancePower(beta2, power2);
  }
};

}  // namespace paddle::operators
