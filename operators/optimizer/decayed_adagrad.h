// Adagrad with a running mean in place of a sum: see
// operators/optimizer/functor_rule.h.
#pragma once

#include <cmath>

#include "paddle/operators/optimizer/running_mean.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

struct DecayedAdagradFunctor {
  static constexpr const char* kAttributes[] = {"decay", "epsilon"};
  static constexpr const char* kStates[] = {"Moment"};
  double decay;
  double epsilon;

  template <typename T>
  struct Rule {
    T rate, epsilon;
    kernels::RunningMean<T> mean;
    PADDLE_HOST_DEVICE T operator()(T p, T g, T& m) const {
      m = mean(m, g, g);
      return p - rate * g / (std::sqrt(m) + epsilon);
    }
  };

  template <typename T>
  PADDLE_HOST_DEVICE Rule<T> Prepare(T rate) const {
    return {rate, static_cast<T>(epsilon), kernels::RunningMeanOf<T>(decay)};
  }
};

}  // namespace paddle::operators
