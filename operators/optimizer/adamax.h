// Kingma and Ba, "Adam", 2015, section 7.1: see
// operators/optimizer/functor_rule.h.
#pragma once

#include <algorithm>
#include <cmath>

#include "paddle/operators/optimizer/adam_rule.h"
#include "paddle/operators/optimizer/running_mean.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

struct AdamaxFunctor {
  static constexpr const char* kAttributes[] = {"beta1", "beta2", "epsilon"};
  static constexpr const char* kStates[] = {"Moment", "InfNorm"};
  static constexpr const char* kNumbers[] = {"Beta1Pow"};
  double beta1;
  double beta2;
  double epsilon;

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

  // `power` is beta1^t in step t = 1, 2, ....
  template <typename T>
  PADDLE_HOST_DEVICE Rule<T> Prepare(T rate, T power) const {
    return {static_cast<T>(rate / (1 - static_cast<double>(power))),
            static_cast<T>(beta2), static_cast<T>(epsilon),
            kernels::RunningMeanOf<T>(beta1)};
  }
  template <typename T>
  PADDLE_HOST_DEVICE void Advance(T& power) const {
    kernels::AdvancePower(beta1, power);
  }
};

}  // namespace paddle::operators
