// Tieleman and Hinton, lecture 6.5, 2012, and, centered, Graves, "Generating
// sequences", 2013: see operators/optimizer/functor_rule.h.
#pragma once

#include <algorithm>
#include <cmath>

#include "paddle/operators/optimizer/running_mean.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

// What both rules prepare.
template <typename T>
struct RmspropStep {
  T rate, epsilon, momentum;
  kernels::RunningMean<T> mean;

  PADDLE_HOST_DEVICE T Move(T p, T g, T variance, T& v) const {
    v = momentum * v + g / (std::sqrt(variance) + epsilon);
    return p - rate * v;
  }
};

struct RmspropFunctor {
  static constexpr const char* kAttributes[] = {"decay", "epsilon", "momentum"};
  static constexpr const char* kStates[] = {"MeanSquare", "Moment"};
  double decay;
  double epsilon;
  double momentum;

  template <typename T>
  struct Rule {
    RmspropStep<T> step;
    PADDLE_HOST_DEVICE T operator()(T p, T g, T& square, T& v) const {
      square = step.mean(square, g, g);
      return step.Move(p, g, square, v);
    }
  };

  template <typename T>
  PADDLE_HOST_DEVICE RmspropStep<T> StepOf(T rate) const {
    return {rate, static_cast<T>(epsilon), static_cast<T>(momentum),
            kernels::RunningMeanOf<T>(decay)};
  }
  template <typename T>
  PADDLE_HOST_DEVICE Rule<T> Prepare(T rate) const {
    return {StepOf(rate)};
  }
};

struct CenteredRmspropFunctor {
  static constexpr const char* kAttributes[] = {"decay", "epsilon", "momentum"};
  static constexpr const char* kStates[] = {"MeanSquare", "Moment", "MeanGrad"};
  double decay;
  double epsilon;
  double momentum;

  template <typename T>
  struct Rule {
    RmspropStep<T> step;
    PADDLE_HOST_DEVICE T operator()(T p, T g, T& square, T& v, T& m) const {
      square = step.mean(square, g, g);
      m = step.mean(m, g);
      // Rounding may make it negative.
      return step.Move(p, g, std::max(square - m * m, T(0)), v);
    }
  };

  template <typename T>
  PADDLE_HOST_DEVICE Rule<T> Prepare(T rate) const {
    return {RmspropFunctor{decay, epsilon, momentum}.StepOf(rate)};
  }
};

}  // namespace paddle::operators
