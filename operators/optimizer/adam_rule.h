// What Adam and its relatives do to one element, from coefficients that change
// from step to step. Marked for GPUs: there, the numbers lie in their memory.
#pragma once

#include <cmath>

#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// m = beta1 * m + (1 - beta1) * grad, v = beta2 * v + (1 - beta2) * grad^2,
// param = keep * param - (m_weight * m + grad_weight * grad) /
// (root_weight * sqrt(v) + epsilon).
struct AdamCoefficients {
  double beta1;
  double beta2;
  double epsilon;
  double keep = 1;
  double m_weight = 0;
  double grad_weight = 0;
  double root_weight = 1;
};

template <typename T>
struct AdamRule {
  T beta1, rest1, beta2, rest2, epsilon;
  T keep, m_weight, grad_weight, root_weight;

  PADDLE_HOST_DEVICE T operator()(T p, T g, T& mean, T& square) const {
    mean = beta1 * mean + rest1 * g;
    square = beta2 * square + rest2 * g * g;
    return keep * p - (m_weight * mean + grad_weight * g) /
                          (root_weight * std::sqrt(square) + epsilon);
  }
};

template <typename T>
PADDLE_HOST_DEVICE AdamRule<T> RuleOf(const AdamCoefficients& of) {
  return {static_cast<T>(of.beta1),      static_cast<T>(1 - of.beta1),
          static_cast<T>(of.beta2),      static_cast<T>(1 - of.beta2),
          static_cast<T>(of.epsilon),    static_cast<T>(of.keep),
          static_cast<T>(of.m_weight),   static_cast<T>(of.grad_weight),
          static_cast<T>(of.root_weight)};
}

// Kingma and Ba, "Adam", 2015, algorithm 1: param -= rate * m' / (sqrt(v') +
// epsilon), where m' and v' are m and v without their bias towards zero. The
// powers are beta1^t and beta2^t in step t = 1, 2, ....
PADDLE_HOST_DEVICE inline AdamCoefficients UnbiasedAdam(AdamCoefficients of,
                                                        double rate,
                                                        double power1,
                                                        double power2) {
  of.m_weight = rate / (1 - power1);
  of.root_weight = 1 / std::sqrt(1 - power2);
  return of;
}

// To that of the next step.
template <typename T>
PADDLE_HOST_DEVICE void AdvancePower(double beta, T& power) {
  power = static_cast<T>(static_cast<double>(power) * beta);
}

}  // namespace paddle::operators::kernels
