// LAMB (You et al., "Large batch optimization for deep learning", 2020): the
// direction r = m' / (sqrt(v') + epsilon) + decay * param, that of Adam with
// weight decay, is followed by rate * |param| / |r| (1 instead of the ratio
// where a norm is 0).
#pragma once

#include <cmath>

#include "paddle/operators/math/loops/workspace.h"
#include "paddle/operators/optimizer/adam_rule.h"
#include "paddle/operators/optimizer/functor_rule.h"
#include "paddle/operators/optimizer/optimizer_loop.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

// The part of a step that updates the moments. The parameter waits for the
// norms, which are of all elements: kernels::FollowLamb computes them. See
// operators/optimizer/functor_rule.h.
struct LambFunctor {
  static constexpr const char* kAttributes[] = {"beta1", "beta2", "epsilon",
                                                "weight_decay"};
  // Running means of gradients and of squared gradients, like Param.
  static constexpr const char* kStates[] = {"Moment1", "Moment2"};
  // beta1^t and beta2^t.
  static constexpr const char* kNumbers[] = {"Beta1Pow", "Beta2Pow"};
  static constexpr bool kLazy = false;  // the norms are of all rows
  // Attributes, in the order of kAttributes.
  double beta1;
  double beta2;
  double epsilon;
  // Attribute weight_decay.
  double decay;

  // With all weights 0 and keep 1: the parameter stays as it is.
  template <typename T>
  using Rule = kernels::AdamRule<T>;

  // Returns a rule that changes the moments alone; the rate and the powers
  // count in LambDirection.
  template <typename T>
  PADDLE_HOST_DEVICE Rule<T> Prepare(T, T, T) const {
    return kernels::RuleOf<T>(kernels::AdamCoefficients{beta1, beta2, 1});
  }
  // Computes beta1^(t + 1) and beta2^(t + 1).
  template <typename T>
  PADDLE_HOST_DEVICE void Advance(T& power1, T& power2) const {
    kernels::AdvancePower(beta1, power1);
    kernels::AdvancePower(beta2, power2);
  }
};

namespace kernels {

// Computes the direction r of one element. It is computed twice, for the norm
// and for the step: that is cheaper than to store it.
template <typename T>
struct LambDirection {
  // The corrections of the bias, epsilon and the decay, in the parameter's
  // type.
  T m_weight, root_weight, epsilon, decay;

  PADDLE_HOST_DEVICE T operator()(T param, T mean, T square) const {
    return m_weight * mean / (root_weight * std::sqrt(square) + epsilon) +
           decay * param;
  }
};

// Returns the direction of the step whose numbers `rule` points to.
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

// Returns the size of a step along the direction, given the squares of both
// norms, in double, since a sum of squares of floats may overflow.
template <typename T>
PADDLE_HOST_DEVICE T LambRate(T rate, double param, double direction) {
  const double ratio =
      param > 0 && direction > 0 ? std::sqrt(param / direction) : 1;
  return static_cast<T>(static_cast<double>(rate) * ratio);
}

// Moves `param` in place along the direction, given the moments of this step.
// The norms are added up in an order that depends on the size alone. On a GPU
// their memory comes from `workspace`. T: float, double.
template <class Device, class T>
void FollowLamb(const Device& device, const FunctorRule<T, LambFunctor>& rule,
                Workspace workspace, const framework::Tensor& m,
                const framework::Tensor& v, framework::Tensor* param);

}  // namespace kernels
}  // namespace paddle::operators
