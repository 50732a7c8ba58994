// The rule of Adam and its relatives for one element, with coefficients that
// change from step to step. Both run on the CPU and in CUDA kernels: on a GPU
// the powers lie in its memory, so no step waits for a copy.
#pragma once

#include <cmath>
#include <limits>

#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// The numbers of one step, in double, of
//   m = beta1 * m + (1 - beta1) * grad
//   v = beta2 * v + (1 - beta2) * grad^2
//   param = keep * param - (m_weight * m + grad_weight * grad) /
//           (root_weight * sqrt(v) + epsilon).
// The corrections of the bias and the rate are folded into the weights, so that
// an element costs one root and one division.
struct AdamCoefficients {
  // The parts of m and v that stay.
  double beta1;
  double beta2;
  // Keeps the denominator from zero.
  double epsilon;
  // Less than 1 with decoupled weight decay.
  double keep = 1;
  // Includes the rate.
  double m_weight = 0;
  // For Nesterov's momentum, which looks ahead by the gradient of this step.
  double grad_weight = 0;
  // Removes the bias from v.
  double root_weight = 1;
};

// The coefficients in the parameter's type, and the rule itself, without a
// branch, so that the loop over it is vectorised.
template <typename T>
struct AdamRule {
  static constexpr bool kDivides = true;

  // 1 - beta is kept next to beta: in float, it would lose bits near 1.
  T beta1, rest1, beta2, rest2, epsilon;
  T keep, m_weight, grad_weight, root_weight;

  // Updates both moments and returns the new parameter. Without gradients, as
  // behind a relu that is never positive, moments would decay to denormal
  // numbers, where rounding keeps them for ever and a step takes a CPU ten
  // times as long: the mean becomes 0, and the square the least normal number,
  // lest a parameter be divided by a root of 0 where epsilon is 0.
  PADDLE_HOST_DEVICE T operator()(T p, T g, T& mean, T& square) const {
    constexpr T kLeastNormal = std::numeric_limits<T>::min();
    mean = beta1 * mean + rest1 * g;
    mean = std::abs(mean) < kLeastNormal ? T(0) : mean;
    square = beta2 * square + rest2 * g * g;
    square = square != 0 && square < kLeastNormal ? kLeastNormal : square;
    return keep * p - (m_weight * mean + grad_weight * g) /
                          (root_weight * std::sqrt(square) + epsilon);
  }
};

// Rounds the coefficients to T once, 1 - beta after the subtraction.
template <typename T>
PADDLE_HOST_DEVICE AdamRule<T> RuleOf(const AdamCoefficients& of) {
  return {static_cast<T>(of.beta1),      static_cast<T>(1 - of.beta1),
          static_cast<T>(of.beta2),      static_cast<T>(1 - of.beta2),
          static_cast<T>(of.epsilon),    static_cast<T>(of.keep),
          static_cast<T>(of.m_weight),   static_cast<T>(of.grad_weight),
          static_cast<T>(of.root_weight)};
}

// Returns `of` with the weights of algorithm 1 of Kingma and Ba, "Adam", 2015:
// param -= rate * m' / (sqrt(v') + epsilon), where m' and v' are m and v
// without their bias towards zero. The powers are beta1^t and beta2^t in step t
// = 1, 2, ....
PADDLE_HOST_DEVICE inline AdamCoefficients UnbiasedAdam(AdamCoefficients of,
                                                        double rate,
                                                        double power1,
                                                        double power2) {
  of.m_weight = rate / (1 - power1);
  of.root_weight = 1 / std::sqrt(1 - power2);
  return of;
}

// Multiplies a power by beta: beta^t becomes beta^(t + 1). The product is made
// in double and rounded to T.
template <typename T>
PADDLE_HOST_DEVICE void AdvancePower(double beta, T& power) {
  power = static_cast<T>(static_cast<double>(power) * beta);
}

}  // namespace paddle::operators::kernels
