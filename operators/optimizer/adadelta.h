// ADADELTA (Zeiler, "ADADELTA: an adaptive learning rate method", 2012; the
// paper has rate = 1): see operators/optimizer/functor_rule.h.
#pragma once

#include <cmath>

#include "paddle/operators/optimizer/running_mean.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

// One step, with two running means:
//   square = rho * square + (1 - rho) * g^2
//   delta = g * sqrt((update + epsilon) / (square + epsilon))
//   update = rho * update + (1 - rho) * delta^2
//   p = p - rate * delta
struct AdadeltaFunctor {
  static constexpr const char* kAttributes[] = {"rho", "epsilon"};
  // Running means of squared gradients and of squared updates, like Param.
  static constexpr const char* kStates[] = {"AvgSquaredGrad",
                                            "AvgSquaredUpdate"};
  // The part of both means that stays.
  double rho;
  // Inside both roots: the first steps are not 0 although `update` is.
  double epsilon;

  // `update` is used before it takes in the new delta, as in the paper.
  template <typename T>
  struct Rule {
    T rate, epsilon;
    kernels::RunningMean<T> mean;
    PADDLE_HOST_DEVICE T operator()(T p, T g, T& square, T& update) const {
      square = mean(square, g, g);
      const T delta = g * std::sqrt((update + epsilon) / (square + epsilon));
      update = mean(update, delta, delta);
      return p - rate * delta;
    }
  };

  // Returns the rule of any step: steps differ in the rate alone.
  template <typename T>
  PADDLE_HOST_DEVICE Rule<T> Prepare(T rate) const {
    return {rate, static_cast<T>(epsilon), kernels::RunningMeanOf<T>(rho)};
  }
};

}  // namespace paddle::operators
