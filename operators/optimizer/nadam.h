// NAdam (Dozat, "Incorporating Nesterov momentum into Adam", 2016): see
// operators/optimizer/functor_rule.h.
#pragma once

#include <cmath>

#include "paddle/operators/optimizer/adam_rule.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

// One step t, with m and v as in AdamRule and momenta mu(t):
//   p = p - rate * (mu(t + 1) * m / (1 - mu(1) * ... * mu(t + 1)) +
//       (1 - mu(t)) * g / (1 - mu(1) * ... * mu(t))) /
//       (sqrt(v / (1 - beta2^t)) + epsilon)
struct NadamFunctor {
  static constexpr const char* kAttributes[] = {"beta1", "beta2", "epsilon",
                                                "momentum_decay"};
  // Running means of gradients and of squared gradients, like Param.
  static constexpr const char* kStates[] = {"Moment1", "Moment2"};
  // The steps so far, and the product of their momenta. Both are of Param's
  // type: a float counts to 2^24 exactly.
  static constexpr const char* kNumbers[] = {"Step", "MuProduct"};
  // The momentum that mu(t) grows to, and the part of v that stays.
  double beta1;
  double beta2;
  double epsilon;
  // The larger, the sooner mu(t) is near beta1.
  double momentum_decay;

  // That of Adam, with a weight for the gradient.
  template <typename T>
  using Rule = kernels::AdamRule<T>;

  // Returns the rule of step t = steps + 1; `product` is that of the momenta
  // before it. beta2^t comes from pow: there is no number for it.
  template <typename T>
  PADDLE_HOST_DEVICE Rule<T> Prepare(T rate, T steps, T product) const {
    const double t = steps + 1.0;
    const double now = Momentum(t), next = Momentum(t + 1);
    const double all = static_cast<double>(product) * now;
    kernels::AdamCoefficients of{beta1, beta2, epsilon};
    of.grad_weight = rate * (1 - now) / (1 - all);
    of.m_weight = rate * next / (1 - all * next);
    of.root_weight = 1 / std::sqrt(1 - std::pow(beta2, t));
    return kernels::RuleOf<T>(of);
  }
  // Takes in the momentum of this step, and counts the step.
  template <typename T>
  PADDLE_HOST_DEVICE void Advance(T& steps, T& product) const {
    product =
        static_cast<T>(static_cast<double>(product) * Momentum(steps + 1.0));
    steps += T(1);
  }

 private:
  // Returns mu(t), which grows from about beta1 / 2 to beta1.
  PADDLE_HOST_DEVICE double Momentum(double t) const {
    return beta1 * (1 - 0.5 * std::pow(0.96, t * momentum_decay));
  }
};

}  // namespace paddle::operators
