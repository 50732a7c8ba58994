// You et al., "Large batch optimization for deep learning", 2020: the direction
// r = m' / (sqrt(v') + epsilon) + decay * param, of Adam with weight decay, is
// followed by rate * |param| / |r| (1 instead of the ratio where a norm is 0).
#pragma once

#include <cmath>

#include "paddle/operators/math/loops/workspace.h"
#include "paddle/operators/optimizer/adam_rule.h"
#include "paddle/operators/optimizer/functor_rule.h"
#include "paddle/operators/optimizer/optimizer_loop.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

// What it does to the moments: the parameter waits for the norms, which
// kernels::FollowLamb computes. See operators/optimizer/functor_rule.h.
struct LambFunctor {
  static constexpr const char* kAttributes[] = {"beta1", "beta2", "epsilon",
                                                "weight_decay"};
  static constexpr const char* kStates[] = {"Moment1", "Moment2"};
  static constexpr const char* kNumbers[] = {"Beta1Pow", "Beta2Pow"};
  static constexpr bool kLazy = false;  // the norms are of all rows
  double beta1;
  double beta2;
  double epsilon;
  double decay;

  template <typename T>
  using Rule = kernels::AdamRule<T>;

  template <typename T>
  PADDLE_HOST_DEVICE Rule<T> Prepare(T, T, T) const {
    return kernels::RuleOf<T>(kernels::AdamCoefficients{beta1, beta2, 1});
  }
  template <typename T>
  PADDLE_HOST_DEVICE void Advance(T& power1, T& power2) const {
    kernels::AdvancePower(beta1, power1);
    kernels::AdvancePower(beta2, power2);
  }
};

namespace kernels {

// The direction r of one element.
template <typename T>
struct LambDirection {
  T m_weight, root_weight, epsilon, decay;

  PADDLE_HOST_DEVICE T operator()(T param, T mean, T square) const {
    return m_weight * mean / (root_weight * std::sqrt(square) + epsilon) +
           decay * param;
  }
};

template <typename T>
PADDLE_HOST_DEVICE LambDirection<T> DirectionOf(
    const FunctorRule<T, LambFunctor>& rule) {
  const LambFunctor& lamb = rule.functor;
  const AdamCoefficients of =
      UnbiasedAdam({lamb.beta1, lamb.beta2, lamb.epsilon}, 1,
                   *rule.numbers.at[0], *rule.numbers.at[1]);
  return {static_cast<T>(of.m_weight), static_cast<T>(of.root_weight),
          static_cast<T>(of.epsilon), static_cast<T>(lamb.decay)};
}

// Returns the size of a step along it, given the squares of both norms.
template <typename T>
PADDLE_HOST_DEVICE T LambRate(T rate, double param, double direction) {
  const double ratio =
      param > 0 && direction > 0 ? std::sqrt(param / direction) : 1;
  return static_cast<T>(static_cast<double>(rate) * ratio);
}

// Moves `param` in place, given the moments of this step. On a GPU it takes the
// norms' memory from `workspace`.
template <class Device, class T>
void FollowLamb(const Device& device, const FunctorRule<T, LambFunctor>& rule,
                Workspace workspace, const framework::Tensor& m,
                const framework::Tensor& v, framework::Tensor* param);

}  // namespace kernels
}  // namespace paddle::operators
