// RMSProp (Tieleman and Hinton, lecture 6.5, 2012) and its centered form
// (Graves, "Generating sequences with recurrent neural networks", 2013): see
// operators/optimizer/functor_rule.h.
#pragma once

#include <algorithm>
#include <cmath>

#include "paddle/operators/optimizer/running_mean.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators {

// The part of both rules that moves the parameter:
//   v = momentum * v + g / (sqrt(variance) + epsilon)
//   p = p - rate * v
// The rate comes after the momentum: a new rate acts at once.
template <typename T>
struct RmspropStep {
  // epsilon is outside the root.
  T rate, epsilon, momentum;
  kernels::RunningMean<T> mean;

  PADDLE_HOST_DEVICE T Move(T p, T g, T variance, T& v) const {
    v = momentum * v + g / (std::sqrt(variance) + epsilon);
    return p - rate * v;
  }
};

// Takes the running mean of g^2 for the variance.
struct RmspropFunctor {
  static constexpr const char* kAttributes[] = {"decay", "epsilon", "momentum"};
  // The running mean of squared gradients, and the velocity, like Param.
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

  // Returns the common part, for the centered functor too.
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

// Takes the running mean of g^2 minus the square of the mean of g for the
// variance, at the price of one more state.
struct CenteredRmspropFunctor {
  static constexpr const char* kAttributes[] = {"decay", "epsilon", "momentum"};
  // Those of RmspropFunctor, and the running mean of gradients.
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
