// AdaMax (Kingma and Ba, "Adam: a method for stochastic optimization", 2015,
// section 7.1): see operators/optimizer/functor_rule.h.
#pragma once

#include <algorithm>
#include <cmath>

#include "paddle/operators/optimizer/adam_rule.h"
#include "paddle/operators/optimizer/running_mean.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

// One step t, with the largest gradient in place of a mean of squares:
//   m = beta1 * m + (1 - beta1) * g
//   largest = max(beta2 * largest, |g| + epsilon)
//   p = p - rate / (1 - beta1^t) * m / largest
// Only m is biased towards zero; the maximum needs no correction.
struct AdamaxFunctor {
  static constexpr const char* kAttributes[] = {"beta1", "beta2", "epsilon"};
  // The running mean of gradients, and their decaying maximum, like Param.
  static constexpr const char* kStates[] = {"Moment", "InfNorm"};
  // beta1^t.
  static constexpr const char* kNumbers[] = {"Beta1Pow"};
  double beta1;
  double beta2;
  // Keeps `largest` above 0.
  double epsilon;

  // `rate` is already divided by 1 - beta1^t.
  template <typename T>
  struct Rule {
    T rate, beta2, epsilon;
    kernels::RunningMean<T> mean;
    PADDLE_HOST_DEVICE T operator()(T p, T g, T& m, T& largest) const {
      m = mean(m, g);
      largest = std::max(beta2 * largest, std::abs(g) + epsilon);
      return p - rate * m / largest;
    }
  };

  // Returns the rule of step t = 1, 2, ..., in which `power` is beta1^t.
  template <typename T>
  PADDLE_HOST_DEVICE Rule<T> Prepare(T rate, T power) const {
    return {static_cast<T>(rate / (1 - static_cast<double>(power))),
            static_cast<T>(beta2), static_cast<T>(epsilon),
            kernels::RunningMeanOf<T>(beta1)};
  }
  // Computes the power of step t + 1.
  template <typename T>
  PADDLE_HOST_DEVICE void Advance(T& power) const {
    kernels::AdvancePower(beta1, power);
  }
};

}  // namespace paddle::operators
