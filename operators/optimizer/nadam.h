// Dozat, "Incorporating Nesterov momentum into Adam", 2016: see
// operators/optimizer/functor_rule.h.
#pragma once

#include <cmath>

#include "paddle/operators/optimizer/adam_rule.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

struct NadamFunctor {
  static constexpr const char* kAttributes[] = {"beta1", "beta2", "epsilon",
                                                "momentum_decay"};
  static constexpr const char* kStates[] = {"Moment1", "Moment2"};
  static constexpr const char* kNumbers[] = {"Step", "MuProduct"};
  double beta1;
  double beta2;
  double epsilon;
  double momentum_decay;

  template <typename T>
  using Rule = kernels::AdamRule<T>;

  // In step t = steps + 1; `product` is that of the momenta before.
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
  template <typename T>
  PADDLE_HOST_DEVICE void Advance(T& steps, T& product) const {
    product =
        static_cast<T>(static_cast<double>(product) * Momentum(steps + 1.0));
    steps += T(1);
  }

 private:
  // It warms up.
  PADDLE_HOST_DEVICE double Momentum(double t) const {
    return beta1 * (1 - 0.5 * std::pow(0.96, t * momentum_decay));
  }
};

}  // namespace paddle::operators
