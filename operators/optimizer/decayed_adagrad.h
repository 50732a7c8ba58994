// Adagrad with a running mean in place of a sum, so that steps do not shrink
// for ever: see operators/optimizer/functor_rule.h.
#pragma once

#include <cmath>

#include "paddle/operators/optimizer/running_mean.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

// One step:
//   m = decay * m + (1 - decay) * g^2
//   p = p - rate * g / (sqrt(m) + epsilon)
struct DecayedAdagradFunctor {
  static constexpr const char* kAttributes[] = {"decay", "epsilon"};
  // The running mean of squared gradients, like Param.
  static constexpr const char* kStates[] = {"Moment"};
  // The part of the mean that stays.
  double decay;
  // Outside the root.
  double epsilon;

  // Not lazy unless asked: without a gradient m still decays.
  template <typename T>
  struct Rule {
    T rate, epsilon;
    kernels::RunningMean<T> mean;
    PADDLE_HOST_DEVICE T operator()(T p, T g, T& m) const {
      m = mean(m, g, g);
      return p - rate * g / (std::sqrt(m) + epsilon);
    }
  };

  // Returns the rule of any step: steps differ in the rate alone.
  template <typename T>
  PADDLE_HOST_DEVICE Rule<T> Prepare(T rate) const {
    return {rate, static_cast<T>(epsilon), kernels::RunningMeanOf<T>(decay)};
  }
};

}  // namespace paddle::operators
