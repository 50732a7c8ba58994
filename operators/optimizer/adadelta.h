// Zeiler, "ADADELTA", 2012, where the rate is 1: see
// operators/optimizer/functor_rule.h.
#pragma once

#include <cmath>

#include "paddle/operators/optimizer/running_mean.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

struct AdadeltaFunctor {
  static constexpr const char* kAttributes[] = {"rho", "epsilon"};
  static constexpr const char* kStates[] = {"AvgSquaredGrad",
                                            "AvgSquaredUpdate"};
  double rho;
  double epsilon;

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

  template <typename T>
  PADDLE_HOST_DEVICE Rule<T> Prepare(T rate) const {
    return {rate, static_cast<T>(epsilon), kernels::RunningMeanOf<T>(rho)};
  }
};

}  // namespace paddle::operators
